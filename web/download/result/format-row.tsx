import type { Format, VideoInfo } from '#contract/api.ts'
import { bitrateText, kbpsOf, sizeText } from '../../content/display.ts'
import { fileNameOf } from '../file-name.ts'
import { usePageData } from '../../app/page-data.ts'
import { previewLink } from '../../preview/link.ts'
import { Icon } from '../../parts/icon.tsx'
import css from './format-row.module.css'

/** The name of a format: the height of a video; for audio the bitrate of a converted file, or "Original". */
function nameOf(format: Format): string {
  if (!format.is_audio_only) return format.resolution || format.label
  return format.converted && format.abr ? String(Math.round(format.abr)) : 'Original'
}

/** One format as a link, so that the middle mouse button and the context menu work. */
export function FormatRow({ info, format }: { info: VideoInfo; format: Format }) {
  const { origin } = usePageData()
  const name = nameOf(format)
  const kind = format.ext.toUpperCase()
  const size = format.filesize ? `${format.about ? 'about ' : ''}${sizeText(format.filesize)}` : null
  const kbps = kbpsOf(format)
  const rate = kbps ? bitrateText(kbps) : null
  return (
    <a
      className={`${css.row} ${format.suggested ? css.best : ''}`}
      href={previewLink(info, format, fileNameOf(origin, info, format))}
      target="_blank"
      rel="noopener"
      aria-label={`${[`${name} ${kind}`, size, rate, format.note].filter(Boolean).join(', ')}${format.suggested ? ', suggested' : ''}, select, opens preview in a new tab`}
    >
      <strong>{name}</strong>{' '}
      <span className={css.meta}>
        <span className={css.kind}>{kind}</span> {size && <span className={css.size}>{size} </span>}
        {rate && <span className={css.rate}>{rate} </span>}
        {format.note && <span>{format.note} </span>}
        {format.suggested && <span className={css.tag}>Suggested</span>}
      </span>{' '}
      <span className={css.go}>
        <Icon name="open" />
        <span>Select</span>
      </span>
    </a>
  )
}
