import { useSay, useTexts } from '../../app/texts.ts'
import type { VideoInfo } from '#contract/api.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { AllSubtitles } from './all-subtitles.tsx'
import chips from './chips.module.css'
import { EmbedSubtitles } from './embed-subtitles.tsx'
import css from './more.module.css'
import type { SubtitleControl } from './use-subtitles.ts'

const FORMS = ['srt', 'vtt', 'txt'] as const

/** The id of the fold. */
export const SUBTITLES = 'subtitles'

type Props = { info: VideoInfo; control: SubtitleControl | undefined; isRunning: boolean }

/** Plain links, so that they work without JavaScript too. */
export function Subtitles({ info, control, isRunning }: Props) {
  const { subtitles = [], title } = info
  const texts = useTexts('result').subtitles
  const say = useSay()
  const isLive = useIsLive()
  if (subtitles.length === 0) return null
  const hasVideo = info.formats.some(({ is_audio_only }) => !is_audio_only)
  return (
    <details className={css.more} id={SUBTITLES}>
      <summary>
        <span>
          {texts.title} <small>{subtitles.length}</small>
        </span>
        <Icon name="down" />
      </summary>
      {isLive && hasVideo && control && (
        <EmbedSubtitles subtitles={subtitles} control={control} isOff={isRunning} />
      )}
      {isLive && <AllSubtitles info={info} />}
      <ul className={css.subtitles}>
        {subtitles.map(({ language, label, automatic, url }) => (
          <li key={url}>
            <span>
              {label} {automatic && <small>{texts.automatic}</small>}
            </span>
            {FORMS.map((form) => {
              const query = new URLSearchParams({ as: form, filename: `${title} (${language}).${form}` })
              return (
                <a key={form} className={chips.chip} href={`${url}&${query.toString()}`} download>
                  <b>
                    <span className="vh">{say(texts.as, { name: label, format: form.toUpperCase() })}</span>
                    <span aria-hidden="true">{form.toUpperCase()}</span>
                  </b>
                </a>
              )
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}
