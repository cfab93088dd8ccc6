import { useTexts } from '../../app/texts.ts'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { downloadHref } from '../../preview/file-path.ts'
import { noteDownload } from '../../preview/note-download.ts'
import { useDownloadCheck } from '../../preview/use-download-check.ts'
import { Box, type Shown } from './running-box.tsx'
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

/** Moves the focus to the second place if the button that had it is gone. */
function useFollow(view: RunningView, second: RefObject<HTMLElement | null>) {
  const last = useRef<RunningView>(null)
  useEffect(() => {
    if (last.current !== view && document.activeElement === document.body)
      second.current?.focus({ preventScroll: true })
    last.current = view
  }, [view, second])
}

/** `onWatch` plays the file in the panel; without it a preview opens in a new tab. */
type ActProps = { running: Running; onWatch?: () => void }
type SecondProps = Shown & ActProps & { ref: RefObject<(HTMLAnchorElement & HTMLButtonElement) | null> }

/** The second place: Cancel, Watch, or the way on. */
function Second({ running, view, ref, onWatch }: SecondProps) {
  const { run: texts, newTab } = useTexts('result')
  const { format, preview, address, again, leave } = running
  const { state } = preview
  const [startedAt] = useState(Date.now)
  const cancel = () => {
    if (Date.now() - startedAt < DOUBLE_PRESS_MS) return
    preview.cancel()
    leave()
  }
  if (view === 'making')
    return (
      <button ref={ref} type="button" className="btn btn-line" onClick={cancel}>
        <Icon name="close" /> {texts.cancel}
      </button>
    )
  if (view === 'saved' && onWatch)
    return (
      <button ref={ref} type="button" className="btn btn-line" onClick={onWatch}>
        <Icon name="play" /> {format.is_audio_only ? texts.listen : texts.watchSaved}
      </button>
    )
  if (view === 'saved')
    return (
      <a ref={ref} className="btn btn-line" href={address} target="_blank" rel="noopener">
        <Icon name="play" /> {format.is_audio_only ? texts.listen : texts.watchSaved}
        <span className="vh">, {newTab}</span>
      </a>
    )
  const canWait = state.step === 'failed' && state.waitsFor !== null
  const [label, go] = {
    offline: [texts.tryNow, preview.keepWaiting] as const,
    over: [texts.makeAgain, again] as const,
    failed: canWait
      ? ([texts.keepWaiting, preview.keepWaiting] as const)
      : ([texts.tryAgain, again] as const),
  }[view]
  return (
    <button ref={ref} type="button" className="btn btn-fill" onClick={go}>
      <Icon name="again" /> {label}
    </button>
  )
}

/** The row of the big buttons while a file is made and after it is saved. */
export function RunningAct({ running, onWatch }: ActProps) {
  const second = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  const view = viewOf(running)
  useFollow(view, second)
  const href = downloadHref(running.preview)
  // The keys give each state its own elements: it is announced, and a press meant for another does nothing.
  return (
    <>
      <Box key={`${view} box`} running={running} view={view} />
      <Second key={view} ref={second} running={running} view={view} {...(onWatch && { onWatch })} />
      {href && <Saver href={href} running={running} />}
    </>
  )
}
