import type { ComponentProps } from 'react'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { fileOf, type MadeFile } from '../../preview/machine.ts'
import { remainingText, speedText, type Words } from '../../preview/times.ts'
import { useWords } from '../../preview/use-words.ts'
import { subtitleNames } from '../../content/subtitle-names.ts'
import { reasonOf } from '../failure-text.ts'
import { choiceOf } from '../format-name.ts'
import { Gauge, ProgressBox } from './gauge.tsx'
import css from './running.module.css'
import type { RunningView } from './running-view.ts'
import type { Running } from './use-run.ts'

/** Among the codecs that `proof` names, these play on every device. */
const COMMON = ['h264', 'aac', 'mp3']

export function savedText({ format, preview }: Running, file: MadeFile | null, words: Words): string {
  const { say, figures } = words
  const texts = words.texts.run
  const size = file?.size ?? format.filesize
  const text = size ? figures.size(size) : ''
  if (preview.state.step === 'direct') return text
  const codecs = [file?.proof?.video_codec, file?.proof?.audio_codec].filter(Boolean)
  if (!file?.proof) return text
  const { subtitles, subtitles_left_out: lost } = file.proof
  if (lost && !subtitles) return texts.withoutSubtitles
  if (lost) return say(texts.subtitlesLost, { names: subtitleNames(lost, figures) })
  if (codecs.every((one) => COMMON.includes(one!))) return texts.completeEverywhere
  return text ? say(texts.completeSize, { size: text }) : texts.complete
}

type CalmProps = { icon: ComponentProps<typeof Icon>['name']; title: string; text: string; at?: number }

function Calm({ icon, title, text, at }: CalmProps) {
  return (
    <div className={`${css.box} ${css.calm}`} role="alert">
      {at !== undefined && <Gauge at={at} />}
      <Icon name={icon} />
      <span>
        <strong>{title}</strong> <span className={css.say}>{text}</span>
      </span>
    </div>
  )
}

export type Shown = { running: Running; view: RunningView }

/** The first place: progress, or what has come of it. */
export function Box({ running, view }: Shown) {
  const { retentionSeconds } = usePageData()
  const words = useWords()
  const { say, figures } = words
  const texts = words.texts.run
  const { format, preview, problem } = running
  const { state } = preview
  const progress = state.step === 'processing' ? state.progress : null
  const percent = progress?.percent ?? null
  const isDeleted = state.step === 'expired' && state.isDeleted
  switch (view) {
    case 'making':
      return (
        <ProgressBox
          percent={percent}
          label={say(texts.making, { format: choiceOf(format) })}
          end={
            <>
              <strong>{progress?.remaining ? remainingText(progress.remaining, words) : ''}</strong>{' '}
              <span>{progress?.speed ? speedText(progress.speed, words) : ''}</span>
            </>
          }
        />
      )
    case 'offline':
      return <Calm icon="warning" title={texts.offline} text={texts.goesOn} at={percent ?? 0} />
    case 'saved':
      return (
        <div className={`${css.box} ${css.done}`}>
          <span className={css.tick}>
            <Icon name="check" />
          </span>
          <span role="status">
            <strong>{state.step === 'direct' ? texts.started : texts.saved}</strong>{' '}
            <span className={css.say}>{savedText(running, fileOf(state), words)}</span>
          </span>
        </div>
      )
    case 'over':
      return isDeleted ? (
        <Calm icon="clock" title={texts.deleted} text={texts.deletedText} />
      ) : (
        <Calm
          icon="clock"
          title={texts.expired}
          text={say(texts.expiredText, { retention: figures.span(retentionSeconds) })}
        />
      )
    case 'failed': {
      const fault = state.step === 'failed' ? state.message : ''
      return <Calm icon="warning" title={texts.failed} text={reasonOf(problem ?? fault)} />
    }
  }
}
