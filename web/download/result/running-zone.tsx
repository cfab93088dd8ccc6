import { useEffect, useState, type ReactNode } from 'react'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { useCountdown } from '../../preview/countdown.ts'
import { downloadHref } from '../../preview/file-path.ts'
import { fileOf, type MadeFile } from '../../preview/machine.ts'
import { PhotosButton, ToPhoneButton } from '../../preview/panels/extras.tsx'
import { ShareButton } from '../../preview/panels/share-button.tsx'
import { bytesText, copyText, leftPercent } from '../../preview/times.ts'
import { UNDO_MS } from '../../preview/use-delayed.ts'
import { choiceOf } from '../format-name.ts'
import { Gauge } from './gauge.tsx'
import panel from './panel.module.css'
import css from './running.module.css'
import { viewOf } from './running-view.ts'
import type { Running } from './use-run.ts'

function Line({ children }: { children: ReactNode }) {
  return <p className={css.line}>{children}</p>
}

/** Whether the first seconds exist. */
function useCanWatch({ format, preview: { state } }: Running): boolean {
  const [found, setFound] = useState<string | null>(null)
  const taskId = state.step === 'processing' && !format.is_audio_only ? state.taskId : null
  useEffect(() => {
    if (!taskId) return
    const stop = new AbortController()
    import('../../preview/play-hls.ts')
      .then(({ findCopy }) => findCopy(taskId, stop.signal))
      .then((src) => src && setFound(taskId))
      .catch(() => undefined)
    return () => stop.abort()
  }, [taskId])
  return taskId !== null && found === taskId
}

function Making({ running }: { running: Running }) {
  const { format, preview, address } = running
  const progress = preview.state.step === 'processing' ? preview.state.progress : null
  const name = `Making ${choiceOf(format)}`
  const tens = Math.floor((progress?.percent ?? 0) / 10) * 10
  const canWatch = useCanWatch(running)
  return (
    <>
      <div>
        <Line>
          <strong>{name}</strong>
          <span className={css.figure}>
            {progress && progress.received !== null && progress.total
              ? bytesText(progress.received, progress.total)
              : ''}
          </span>
        </Line>
        <Line>It saves when ready. Keep this page open.</Line>
        <span className="vh" role="status">
          {name}
          {tens > 0 && `, ${tens} percent`}
        </span>
      </div>
      {canWatch && (
        <div className={css.keys}>
          <a className="btn btn-line" href={address} target="_blank" rel="noopener">
            <Icon name="play" /> Watch while it is made
          </a>
        </div>
      )}
    </>
  )
}

function Copy({ file, running }: { file: MadeFile; running: Running }) {
  const { preview } = running
  const { retentionSeconds } = usePageData()
  const expiresAt = file.expiresAt ?? 0
  const left = useCountdown(expiresAt, preview.countdownEnded)
  const fault = preview.state.step === 'ready' && preview.state.fault
  const { deletion } = preview
  return (
    <>
      <Gauge at={leftPercent(left, retentionSeconds)} className={css.left} />
      {fault && <p role="alert">{fault}</p>}
      <Line>
        {deletion.isPending ? (
          <span role="status">
            Deleting our copy in {UNDO_MS / 1_000} s<span className="vh">. You can undo this.</span>
          </span>
        ) : (
          <span>
            Our copy: <strong role="timer">{copyText(left)}</strong>
          </span>
        )}
        <button
          type="button"
          className={panel.link}
          onClick={deletion.isPending ? deletion.undo : deletion.start}
        >
          {deletion.isPending ? 'Undo' : 'Delete now'}
        </button>
      </Line>
    </>
  )
}

function Saved({ running }: { running: Running }) {
  const { preview } = running
  const file = fileOf(preview.state)
  const href = downloadHref(preview)
  return (
    <>
      <div className={css.links}>
        {file?.expiresAt ? (
          <Copy file={file} running={running} />
        ) : (
          <Line>{preview.state.step === 'direct' && 'Straight from the source. We keep no copy.'}</Line>
        )}
        <Line>
          <span>Nothing saved?</span>
          {href && (
            <a className={panel.link} href={href} download={preview.link?.filename || true}>
              Save again
            </a>
          )}
        </Line>
      </div>
      <div className={css.keys}>
        <ShareButton link={preview.link} isOff={!href} />
        <ToPhoneButton link={preview.link} file={file} isOff={!href} />
        <PhotosButton
          href={href}
          link={preview.link}
          bytes={file?.size ?? preview.link?.filesize ?? null}
          onSaved={() => {}}
        />
      </div>
    </>
  )
}

/** What takes the place of the qualities while a file is made and after it is saved. */
export function RunningZone({ running }: { running: Running }) {
  const view = viewOf(running)
  return (
    <div className={css.info}>
      {view === 'saved' ? <Saved running={running} /> : <Making running={running} />}
    </div>
  )
}
