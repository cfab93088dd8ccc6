import { useId } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { choicesText, choiceText, MAX_CHOICES, parseChoices } from '#contract/subtitles/choice.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { Icon } from '../../parts/icon.tsx'
import { subtitleName } from '../../preview/tracks.ts'
import chips from './chips.module.css'
import css from './more.module.css'
import type { SubtitleControl } from './use-subtitles.ts'

type All = NonNullable<VideoInfo['subtitles']>
type Props = { subtitles: All; control: SubtitleControl; isOff: boolean }

type LanguageProps = {
  label: string
  subtitles: All
  /** Of no language. */
  empty: string
  value: string
  isOff: boolean
  isLoading: boolean
  onChoose: (choice: string) => void
}

function Language({ label, subtitles, empty, value, isOff, isLoading, onChoose }: LanguageProps) {
  const texts = useTexts('result').subtitles
  const say = useSay()
  const id = useId()
  return (
    <p className={css.embed}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isOff}
        aria-busy={isLoading}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">{empty}</option>
        {subtitles.map((one) => (
          <option key={one.url} value={choiceText(one)}>
            {subtitleName(one, texts, say)}
          </option>
        ))}
      </select>
    </p>
  )
}

/** Puts one language into the videos, and others beside it. */
export function EmbedSubtitles({ subtitles, control, isOff }: Props) {
  const texts = useTexts('result').subtitles
  const { another, leaveOut } = useTexts('files')
  const say = useSay()
  const { chosen, isLoading, problem, choose } = control
  const [first = '', ...others] = parseChoices(chosen).map(choiceText)
  const left = subtitles.filter((one) => ![first, ...others].includes(choiceText(one)))
  const change = (all: readonly string[]) => choose(choicesText(parseChoices(all.join())))
  const hasRoom = first !== '' && left.length > 0 && others.length + 1 < MAX_CHOICES
  return (
    <>
      <Language
        label={texts.embed}
        empty={texts.none}
        value={first}
        onChoose={(one) => change(one === '' ? [] : [one, ...others])}
        {...{ subtitles, isOff, isLoading }}
      />
      {hasRoom && (
        <Language
          label={another}
          empty={texts.none}
          value=""
          subtitles={left}
          onChoose={(one) => change([first, ...others, one])}
          {...{ isOff, isLoading }}
        />
      )}
      {others.length > 0 && (
        <ul className={css.embed}>
          {subtitles
            .filter((one) => others.includes(choiceText(one)))
            .map((one) => {
              const name = subtitleName(one, texts, say)
              return (
                <li key={one.url}>
                  <button
                    type="button"
                    className={chips.chip}
                    disabled={isOff}
                    onClick={() => change([first, ...others.filter((other) => other !== choiceText(one))])}
                  >
                    <span className="vh">{say(leaveOut, { name })}</span>
                    <span aria-hidden="true">{name}</span>
                    <Icon name="close" />
                  </button>
                </li>
              )
            })}
        </ul>
      )}
      <p className={css.hint} role="status">
        {problem ?? (isLoading ? texts.moment : chosen && texts.embedded)}
      </p>
    </>
  )
}
