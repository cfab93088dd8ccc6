import { useEffect, useEffectEvent, useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { useIsLive } from '../../parts/use-device.ts'
import { readPreview, withFragmentField, type PreviewLink } from '../../preview/link.ts'
import { fileOf, type PreviewState } from '../../preview/machine.ts'
import { useReadyNotice } from '../../preview/use-ready-notice.ts'
import { usePreview, type Preview } from '../../preview/use-preview.ts'
import { clippedName } from '../../preview/clip/clip-name.ts'
import { previewLink } from '../../preview/write-link.ts'
import { rememberChoice } from '../choice/last-choice.ts'
import { forgetShared } from '../form/handed-link.ts'
import { useNames } from '../use-names.ts'
import { keepRun, keptRun, type KeptRun } from '../kept-run.ts'
import { useWarning } from './use-warning.ts'

export type Running = {
  format: Format
  preview: Preview
  /** Whether the browser has begun to save the file. */
  isSaved: boolean
  /** Why the file cannot be saved. */
  problem: string | null
  /** The path of the file's preview. */
  address: string
  taskId: string | null
  onSaving: (problem: string | null) => void
  again: () => void
  leave: () => void
}

const nowhere: PreviewLink = readPreview('', '', 'https://localhost')

function useTabTitle(text: string | null) {
  useEffect(() => {
    if (text === null) return
    const before = document.title
    document.title = text
    return () => {
      document.title = before
    }
  }, [text])
}

/** Some browsers end the requests of a page that is left before the page itself. That is no end of a run. */
const LEAVING_MS = 1_000

type Run = {
  running: Running | null
  /** @param taskId a task that makes the file already */
  start: (format: Format, taskId?: string | null) => void
}

/** Makes and saves one format of an item without leaving the page. */
export function useRun(info: VideoInfo): Run {
  const fullName = useNames()
  const nameOf = (of: VideoInfo, one: Format) => {
    const name = fullName(of, one)
    return (of.clip && clippedName(name, of.clip)) || name
  }
  const item = info.part?.index ?? null
  const isLive = useIsLive()
  const [run, setRun] = useState(() => (isLive ? keptRun(item, Date.now()) : null))
  const [saving, setSaving] = useState<{ id: string; problem: string | null } | null>(null)
  const format = run && info.formats.find(({ key }) => key === run.key)

  const addressOf = (one: Format) => previewLink(info, one, nameOf(info, one))
  const preview = usePreview(
    nowhere,
    { isForeign: false, isOwnPreview: true },
    {
      id: format ? run.id : null,
      read() {
        const address = new URL(addressOf(format!), location.origin)
        return { ...readPreview(address.search, address.hash, location.origin), taskId: run!.taskId }
      },
      replace() {},
    },
  )
  const isCurrent = run !== null && preview.openedId === run.id
  const state: PreviewState = isCurrent ? preview.state : { step: 'opening' }
  const isSaved =
    run !== null && (run.savedUntil !== null || (saving?.id === run.id && saving.problem === null))
  const isMaking = Boolean(format) && !isSaved && isWorking(state)
  const file = fileOf(state)
  const isUnseen = useReadyNotice(file !== null && isSaved)
  const percent = state.step === 'processing' && isMaking ? Math.floor(state.progress.percent) : null
  useTabTitle(percent === null ? (isUnseen ? `✓ ${info.title}` : null) : `${percent}% ${info.title}`)
  useWarning(isMaking)

  useEffect(() => {
    // Browsers do not load a module again that they could not load while the device was offline.
    import('../../preview/watch.ts').catch(console.warn)
  }, [])

  const change = (next: KeptRun | null) => {
    setRun(next)
    keepRun(next, item)
  }
  const taskId = (state.step === 'processing' ? state.taskId : file?.taskId) ?? null
  const noteTask = useEffectEvent((id: string) => run && keepRun({ ...run, taskId: id }, item))
  useEffect(() => void (taskId && noteTask(taskId)), [taskId])
  const hasEnded =
    state.step === 'expired' || (state.step === 'failed' && !state.waitsFor && !state.isOffline)
  useEffect(() => {
    if (!hasEnded) return
    const timer = setTimeout(() => keepRun(null, item), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [hasEnded, item])

  const start: Run['start'] = (one, knownTask = null) => {
    rememberChoice(one)
    change({ id: String(Date.now()), key: one.key, taskId: knownTask, savedUntil: null })
  }
  if (!run || !format) return { running: null, start }
  const known = taskId ?? run.taskId
  const address = addressOf(format)
  return {
    start,
    running: {
      format,
      taskId: known,
      preview: { ...preview, state, link: isCurrent ? preview.link : null },
      isSaved,
      problem: saving?.id === run.id ? saving.problem : null,
      address: known ? withFragmentField(address, `task=${encodeURIComponent(known)}`) : address,
      onSaving(problem) {
        setSaving({ id: run.id, problem })
        if (!problem) forgetShared()
        if (!problem) change({ ...run, taskId, savedUntil: file?.expiresAt ?? null })
      },
      again: () => start(format),
      leave: () => change(null),
    },
  }
}

const isWorking = (state: PreviewState): boolean =>
  ['opening', 'processing', 'direct', 'ready', 'unavailable'].includes(state.step)
