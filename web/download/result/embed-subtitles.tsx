import { useSay, useTexts } from '../../app/texts.ts'
import { useId } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { choiceText } from '#contract/subtitles/choice.ts'
import { subtitleName } from '../../preview/tracks.ts'
import css from './more.module.css'
import type { SubtitleControl } from './use-subtitles.ts'

type Props = { subtitles: NonNullable<VideoInfo['subtitles']>; control: SubtitleControl; isOff: boolean }

/** Puts one language into the videos. */
export function EmbedSubtitles({ subtitles, control, isOff }: Props) {
  const texts = useTexts('result').subtitles
  const say = useSay()
  const id = useId()
  const { chosen, isLoading, problem, choose } = control
  return (
    <>
      <p className={css.embed}>
        <label htmlFor={id}>{texts.embed}</label>
        <select
          id={id}
          value={chosen}
          disabled={isOff}
          aria-busy={isLoading}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">{texts.none}</option>
          {subtitles.map((one) => (
            <option key={one.url} value={choiceText(one)}>
              {subtitleName(one, texts, say)}
            </option>
          ))}
        </select>
      </p>
      <p className={css.hint} role="status">
        {problem ?? (isLoading ? texts.moment : chosen && texts.embedded)}
      </p>
    </>
  )
}
