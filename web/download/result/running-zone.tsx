import { useWords } from '../../preview/use-words.ts'
import { Rich } from '../../parts/rich.tsx'
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

type Zone = { running: Running; onWatch: () => void }

function Making({ running, onWatch }: Zone) {
  const { format, preview } = running
  const progress = preview.state.step === 'processing' ? preview.state.progress : null
  const words = useWords()
  const texts = words.texts.run
  const name = words.say(texts.making, { format: choiceOf(format) })
  const tens = Math.floor((progress?.percent ?? 0) / 10) * 10
  const canWatch = useCanWatch(running)
  return (
    <>
      <div>
        <Line>
          <strong>{name}</strong>
          <span className={css.figure}>
            {progress && progress.received !== null && progress.total
              ? bytesText(progress.received, progress.total, words)
              : ''}
          </span>
        </Line>
        <Line>{texts.keepOpen}</Line>
        <span className="vh" role="status">
          {tens > 0 ? words.say(texts.percent, { making: name, percent: tens }) : name}
        </span>
      </div>
      {canWatch && (
        <div className={css.keys}>
          <button type="button" className="btn btn-line" onClick={onWatch}>
            <Icon name="play" /> {texts.watch}
          </button>
        </div>
      )}
    </>
  )
}

function Copy({ file, running }: { file: MadeFile; running: Running }) {
  const { preview } = running
  const words = useWords()
  const texts = words.texts.run
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
            {words.say(texts.deleting, { seconds: UNDO_MS / 1_000 })}{' '}
            <span className="vh">{texts.canUndo}</span>
          </span>
        ) : (
          <span>
            <Rich text={texts.copy} given={{ left: copyText(left, words) }} />
          </span>
        )}
        <button
          type="button"
          className={panel.link}
          onClick={deletion.isPending ? deletion.undo : deletion.start}
        >
          {deletion.isPending ? texts.undo : texts.deleteNow}
        </button>
      </Line>
    </>
  )
}

function Saved({ running }: { running: Running }) {
  const { preview } = running
  const texts = useWords().texts.run
  const file = fileOf(preview.state)
  const href = downloadHref(preview)
  return (
    <>
      <div className={css.links}>
        {file?.expiresAt ? (
          <Copy file={file} running={running} />
        ) : (
          <Line>{preview.state.step === 'direct' && texts.direct}</Line>
        )}
        <Line>
          <span>{texts.nothing}</span>
          {href && (
            <a className={panel.link} href={href} download={preview.link?.filename || true}>
              {texts.saveAgain}
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
export function RunningZone({ running, onWatch }: Zone) {
  const view = viewOf(running)
  return (
    <div className={css.info}>
      {view === 'saved' ? <Saved running={running} /> : <Making running={running} onWatch={onWatch} />}
    </div>
  )
}
