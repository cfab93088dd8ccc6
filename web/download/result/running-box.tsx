import type { ComponentProps } from 'react'
import { usePageData } from '../../app/page-data.ts'
import { sizeText, spanText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { fileOf, type MadeFile } from '../../preview/machine.ts'
import { remainingText } from '../../preview/times.ts'
import { reasonOf } from '../failure-text.ts'
import { choiceOf } from '../format-name.ts'
import { Gauge, ProgressBox } from './gauge.tsx'
import css from './running.module.css'
import type { RunningView } from './running-view.ts'
import type { Running } from './use-run.ts'

/** Among the codecs that `proof` names, these play on every device. */
const COMMON = ['h264', 'aac', 'mp3']

export function savedText({ format, preview }: Running, file: MadeFile | null): string {
  const size = file?.size ?? format.filesize
  const text = size ? sizeText(size) : ''
  if (preview.state.step === 'direct') return text
  const codecs = [file?.proof?.video_codec, file?.proof?.audio_codec].filter(Boolean)
  if (!file?.proof) return text
  if (preview.link?.subtitles && !file.proof.subtitles) return 'Without subtitles: they could not be read'
  return codecs.every((one) => COMMON.includes(one!))
    ? 'Complete, plays everywhere'
    : ['Complete', text].filter(Boolean).join(', ')
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
          label={`Making ${choiceOf(format)}`}
          end={
            <>
              <strong>{progress?.remaining ? remainingText(progress.remaining) : ''}</strong>{' '}
              <span>{progress?.speed ? `${sizeText(progress.speed)}/s` : ''}</span>
            </>
          }
        />
      )
    case 'offline':
      return (
        <Calm icon="warning" title="You are offline" text="It goes on when you are back" at={percent ?? 0} />
      )
    case 'saved':
      return (
        <div className={`${css.box} ${css.done}`}>
          <span className={css.tick}>
            <Icon name="check" />
          </span>
          <span role="status">
            <strong>{state.step === 'direct' ? 'Download started' : 'Saved'}</strong>{' '}
            <span className={css.say}>{savedText(running, fileOf(state))}</span>
          </span>
        </div>
      )
    case 'over':
      return isDeleted ? (
        <Calm icon="clock" title="File deleted" text="Gone from our server, as you asked" />
      ) : (
        <Calm icon="clock" title="File expired" text={`We keep a file for ${spanText(retentionSeconds)}`} />
      )
    case 'failed': {
      const fault = state.step === 'failed' ? state.message : ''
      return <Calm icon="warning" title="Not saved" text={reasonOf(problem ?? fault)} />
    }
  }
}
