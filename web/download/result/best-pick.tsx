import { useEffect, useRef, type Ref } from 'react'
import { useLocation } from 'react-router'
import type { Format, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { previewLink } from '../../preview/write-link.ts'
import { picksOf } from '../choice/best-pick.ts'
import { rememberChoice, useLastChoice } from '../choice/last-choice.ts'
import { requestedByPage } from '../choice/requested-format.ts'
import { fileNameOf } from '../file-name.ts'
import { buttonText, groupOf } from '../format-name.ts'
import css from './best-pick.module.css'
import { PlainLinks } from './plain-links.tsx'

const OTHER: Readonly<Record<string, string>> = { 'Audio only': 'Only the sound', Image: 'The picture' }

type PickProps = {
  info: VideoInfo
  format: Format
  isMain?: boolean
  label: string
  ref?: Ref<HTMLAnchorElement>
}

function PickLink({ info, format, isMain, label, ref }: PickProps) {
  const { origin } = usePageData()
  return (
    <a
      ref={ref}
      className={`btn ${isMain ? 'btn-fill' : 'btn-line'}`}
      href={previewLink(info, format, fileNameOf(origin, info, format), { saves: true })}
      target="_blank"
      rel="noopener"
      onClick={() => rememberChoice(format)}
    >
      {isMain && <Icon name="save" />}
      <span>
        {label} {buttonText(format)}
        <span className="vh">, saves the file in a new tab</span>
      </span>
    </a>
  )
}

/**
 * The two buttons above the list of formats. The first button is for one format, chosen by these rules:
 * - If the page's title promises a format ("YouTube to MP3"): the format that matches the title best.
 * - Otherwise, if the visitor's latest choice is stored: the format that matches this choice best.
 * - Otherwise, or if no format matches: the format that the edge has marked as `suggested`.
 *
 * If the format of the first button is audio, the second button is for the best video or picture. Otherwise
 * the second button is for the best audio.
 */
export function BestPick({ info }: { info: VideoInfo }) {
  const { pathname } = useLocation()
  const last = useLastChoice()
  const main = useRef<HTMLAnchorElement>(null)
  const promised = requestedByPage(pathname)
  const picks = picksOf(info.formats, promised ?? last)
  const isAsLastTime = promised === null && last !== null && last.kind === kindOfPick(picks?.best)

  useEffect(() => {
    // The form is disabled during the request, so its field has lost the focus. The Download button gets the
    // focus, so that Enter saves the file.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [])

  if (!picks) return null
  const { best, other } = picks
  return (
    <div className={css.picks}>
      <PickLink ref={main} info={info} format={best} isMain label="Download" />
      {other && <PickLink info={info} format={other} label={`${OTHER[groupOf(other)] ?? 'The video'}:`} />}
      {isAsLastTime && <p className={css.last}>As last time</p>}
      <PlainLinks info={info} />
    </div>
  )
}

const kindOfPick = (format: Format | undefined) => format && (format.is_audio_only ? 'sound' : 'video')
