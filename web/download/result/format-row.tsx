import type { Format, VideoInfo } from '#contract/api.ts'
import { sizeText } from '../../content/display.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { previewLink } from '../../preview/write-link.ts'
import { rememberChoice } from '../choice/last-choice.ts'
import { fileNameOf } from '../file-name.ts'
import { kindOf, nameOf, rateOf, sizeOf } from '../format-name.ts'
import css from './format-row.module.css'

type Props = { info: VideoInfo; format: Format }

function labelOf(format: Format): string {
  const facts = [`${nameOf(format)} ${kindOf(format)}`, sizeOf(format), rateOf(format), format.note]
  const suggested = format.suggested ? ', suggested' : ''
  return `${facts.filter(Boolean).join(', ')}${suggested}, select, opens preview in a new tab`
}

function useLink({ info, format }: Props) {
  const { origin } = usePageData()
  return {
    href: previewLink(info, format, fileNameOf(origin, info, format)),
    target: '_blank',
    rel: 'noopener',
    'aria-label': labelOf(format),
    onClick: () => rememberChoice(format),
  }
}

/** One format as a link, so that the middle mouse button and the context menu work as usual. */
export function FormatRow({ info, format }: Props) {
  const link = useLink({ info, format })
  const [size, rate] = [sizeOf(format), rateOf(format)]
  return (
    <a className={`${css.row} ${format.suggested ? css.best : ''}`} {...link}>
      <strong>{nameOf(format)}</strong>{' '}
      <span className={css.meta}>
        <span className={css.kind}>{kindOf(format)}</span> {size && <span className={css.size}>{size} </span>}
        {rate && <span className={css.rate}>{rate} </span>}
        {format.note && <span className={css.note}>{format.note} </span>}
        {format.suggested && <span className={css.tag}>Suggested</span>}
      </span>{' '}
      <span className={css.go}>
        <Icon name="open" />
        <span>Select</span>
      </span>
    </a>
  )
}

function Rate({ info, format }: Props) {
  const link = useLink({ info, format })
  return (
    <a className={`${css.bitrate} ${format.suggested ? css.best : ''}`} {...link}>
      <strong>{nameOf(format)}</strong> <span>{format.filesize && `≈ ${sizeText(format.filesize)}`}</span>
    </a>
  )
}

export function Mp3Row({ info, formats }: { info: VideoInfo; formats: readonly Format[] }) {
  const rising = formats.toSorted((a, b) => (a.abr ?? 0) - (b.abr ?? 0))
  // The row shows one note for all MP3s. An MP3 whose bitrate is higher than that of the source has a note
  // with the bitrate of the source. So if any MP3 has this note, the MP3 with the highest bitrate has it.
  const note = rising.at(-1)?.note
  return (
    <div className={css.mp3}>
      <p>
        <strong>MP3</strong> <span className={css.note}>{note && `${note}, `}bitrate in kbps</span>
      </p>
      <ul aria-label="MP3 bitrates">
        {rising.map((format) => (
          <li key={format.key + format.url}>
            <Rate info={info} format={format} />
          </li>
        ))}
      </ul>
    </div>
  )
}
