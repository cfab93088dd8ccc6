import { useFigures } from '../../app/figures.ts'
import { useTexts } from '../../app/texts.ts'
import { useId } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { useIsLive } from '../../parts/use-device.ts'
import { previewLink } from '../../preview/write-link.ts'
import { rememberChoice } from '../choice/last-choice.ts'
import { chipName, isPicture, kindOf, rateOf, shortSizeOf } from '../format-name.ts'
import { plainLink } from '../plain-link.ts'
import { useNames } from '../use-names.ts'
import css from './chips.module.css'

type FaceProps = {
  format: Format
  among?: readonly Format[]
  isMp3Rate?: boolean
  /** Whether its kind is not that of the others. */
  isOddKind?: boolean
}

function Face({ format, among, isMp3Rate = false, isOddKind = false }: FaceProps) {
  const size = shortSizeOf(format, useFigures())
  const hidden = format.is_audio_only ? '' : kindOf(format)
  return (
    <>
      <b>
        {isMp3Rate && <span className="vh">{kindOf(format)} </span>}
        {isMp3Rate && format.abr ? Math.round(format.abr) : chipName(format, among)}
        {/* The comma stands here, because a screen reader would put a space before one in the next line. */}
        <span className="vh">{hidden && ` ${hidden}`},</span>
      </b>
      {size && (
        <span className={css.size}>
          {size}
          <span className="vh">,</span>
        </span>
      )}
      {isOddKind && (
        <small className={css.kind} aria-hidden="true">
          {kindOf(format)}
        </small>
      )}
    </>
  )
}

/** The grid of chips; wider ones for names longer than "1080p". */
export const gridOf = ([first]: readonly Format[], isShort = false): string =>
  first && !isShort && (first.is_audio_only || isPicture(first)) ? `${css.chips} ${css.wide}` : css.chips!

type QualityProps = {
  info: VideoInfo
  qualities: readonly Format[]
  picked: Format
  isAsLastTime: boolean
  onPick: (format: Format) => void
}

/** One radio button for each quality. Before hydration and without JavaScript, each is a link instead. */
export function Qualities({ info, qualities, picked, isAsLastTime, onPick }: QualityProps) {
  const { origin } = usePageData()
  const nameOf = useNames()
  const texts = useTexts('result')
  const isLive = useIsLive()
  const name = useId()
  const best = qualities.find((one) => one.suggested) ?? qualities[0]
  return (
    <fieldset className={css.zone}>
      <legend>{isAsLastTime ? texts.qualityAsLast : texts.quality}</legend>
      <div className={gridOf(qualities)}>
        {qualities.map((format) => {
          const face = (
            <>
              {format === best && qualities.length > 1 && <i>{texts.best}</i>}
              <Face format={format} isOddKind={!format.is_audio_only && format.ext !== best?.ext} />
            </>
          )
          const key = format.key + format.url
          return isLive ? (
            <label key={key} className={css.chip}>
              <input type="radio" name={name} checked={format === picked} onChange={() => onPick(format)} />
              {face}
            </label>
          ) : (
            <a key={key} className={css.chip} href={plainLink(format, nameOf(info, format), origin)}>
              {face}
            </a>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Opens the preview of a format. A link, so that the middle mouse button and the context menu work. */
export function FormatChip({
  info,
  format,
  among,
  isMp3Rate,
}: Required<Omit<FaceProps, 'isOddKind'>> & { info: VideoInfo }) {
  const { origin } = usePageData()
  const texts = useTexts('result')
  const filename = useNames()(info, format)
  const isLive = useIsLive()
  const more = [
    rateOf(format, useFigures()),
    !isMp3Rate && format.note,
    format.suggested && texts.suggested,
    isLive && texts.newTab,
  ]
  return (
    <a
      className={css.chip}
      href={isLive ? previewLink(info, format, filename) : plainLink(format, filename, origin)}
      {...(isLive && {
        target: '_blank',
        rel: 'noopener',
        onClick: () => format !== info.cover && rememberChoice(format),
      })}
    >
      <Face format={format} among={among} isMp3Rate={isMp3Rate} />
      <span className="vh">{more.filter(Boolean).join(', ')}</span>
    </a>
  )
}
