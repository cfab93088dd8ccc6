import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type RefObject } from 'react'
import { usePageData } from '../../app/page-data.ts'
import { sizeText, spanText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { downloadHref } from '../../preview/file-path.ts'
import { fileOf, type MadeFile } from '../../preview/machine.ts'
import { noteDownload } from '../../preview/note-download.ts'
import { remainingText } from '../../preview/times.ts'
import { useDownloadCheck } from '../../preview/use-download-check.ts'
import { reasonOf } from '../failure-text.ts'
import { choiceOf } from '../format-name.ts'
import { Gauge, ProgressBox } from './gauge.tsx'
import css from './running.module.css'
import { viewOf, type RunningView } from './running-view.ts'
import type { Running } from './use-run.ts'

/** Milliseconds for which Cancel ignores presses, so that a double press on Download does not cancel. */
const DOUBLE_PRESS_MS = 800

/** Saves the file as soon as there is one, without a press. */
function Saver({ href, running }: { href: string; running: Running }) {
  const { preview, isSaved, address, onSaving } = running
  const anchor = useRef<HTMLAnchorElement>(null)
  const problem = useDownloadCheck(href, preview.refreshStale)
  const save = useEffectEvent((found: string | null) => {
    if (isSaved) return
    if (found === null) {
      anchor.current?.click()
      void noteDownload(preview.link, address.split('#')[0]!)
    }
    onSaving(found)
  })
  useEffect(() => {
    if (problem !== undefined) save(problem)
  }, [problem])
  return <a ref={anchor} hidden href={href} download={preview.link?.filename || true} />
}

/** Among the codecs that `proof` names, these play on every device. */
const COMMON = ['h264', 'aac', 'mp3']

function savedText({ format, preview }: Running, file: MadeFile | null): string {
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

/** Moves the focus to the second place if the button that had it is gone. */
function useFollow(view: RunningView, second: RefObject<HTMLElement | null>) {
  const last = useRef<RunningView>(null)
  useEffect(() => {
    if (last.current !== view && document.activeElement === document.body)
      second.current?.focus({ preventScroll: true })
    last.current = view
  }, [view, second])
}

/** The row of the big buttons while a file is made and after it is saved. */
export function RunningAct({ running }: { running: Running }) {
  const { format, preview, problem, address, again, leave } = running
  const { retentionSeconds } = usePageData()
  const { state } = preview
  const second = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  const [startedAt] = useState(Date.now)
  const view = viewOf(running)
  useFollow(view, second)
  const href = downloadHref(preview)
  const progress = state.step === 'processing' ? state.progress : null
  const percent = progress?.percent ?? null
  const fault = state.step === 'failed' ? state.message : ''
  const cancel = () => {
    if (Date.now() - startedAt < DOUBLE_PRESS_MS) return
    preview.cancel()
    leave()
  }
  const label = `Making ${choiceOf(format)}`
  return (
    <>
      {view === 'making' && (
        <ProgressBox
          percent={percent}
          label={label}
          end={
            <>
              <strong>{progress?.remaining ? remainingText(progress.remaining) : ''}</strong>{' '}
              <span>{progress?.speed ? `${sizeText(progress.speed)}/s` : ''}</span>
            </>
          }
        />
      )}
      {view === 'offline' && (
        <Calm icon="warning" title="You are offline" text="It goes on when you are back" at={percent ?? 0} />
      )}
      {view === 'saved' && (
        <div className={`${css.box} ${css.done}`}>
          <span className={css.tick}>
            <Icon name="check" />
          </span>
          <span role="status">
            <strong>{state.step === 'direct' ? 'Download started' : 'Saved'}</strong>{' '}
            <span className={css.say}>{savedText(running, fileOf(state))}</span>
          </span>
        </div>
      )}
      {view === 'over' && (
        <Calm
          icon="clock"
          title={state.step === 'expired' && state.isDeleted ? 'File deleted' : 'File expired'}
          text={
            state.step === 'expired' && state.isDeleted
              ? 'Gone from our server, as you asked'
              : `We keep a file for ${spanText(retentionSeconds)}`
          }
        />
      )}
      {view === 'failed' && <Calm icon="warning" title="Not saved" text={reasonOf(problem ?? fault)} />}
      {view === 'making' && (
        <button ref={second} type="button" className="btn btn-line" onClick={cancel}>
          <Icon name="close" /> Cancel
        </button>
      )}
      {view === 'offline' && (
        <button ref={second} type="button" className="btn btn-fill" onClick={preview.keepWaiting}>
          <Icon name="again" /> Try now
        </button>
      )}
      {view === 'saved' && (
        <a ref={second} className="btn btn-line" href={address} target="_blank" rel="noopener">
          <Icon name="play" /> {format.is_audio_only ? 'Listen' : 'Watch'}
          <span className="vh">, opens preview in a new tab</span>
        </a>
      )}
      {view === 'over' && (
        <button ref={second} type="button" className="btn btn-fill" onClick={again}>
          <Icon name="again" /> Make it again
        </button>
      )}
      {view === 'failed' && (
        <button
          ref={second}
          type="button"
          className="btn btn-fill"
          onClick={state.step === 'failed' && state.waitsFor ? preview.keepWaiting : again}
        >
          <Icon name="again" /> {state.step === 'failed' && state.waitsFor ? 'Keep waiting' : 'Try again'}
        </button>
      )}
      {href && <Saver href={href} running={running} />}
    </>
  )
}
