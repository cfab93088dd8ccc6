import { useEffect, useRef, useState } from 'react'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { useTexts } from '../../app/texts.ts'
import { useNameStyle } from '../choice/name-style.ts'
import type { RequestedFormat } from '../choice/requested-format.ts'
import { useWanted } from '../choice/use-wanted.ts'
import type { BatchFile, BatchProgress } from './batch.ts'
import { batchName, hasOwnTitles } from './item-names.ts'
import { mayLeave, useWarning } from './use-warning.ts'
import { logFault } from '../../log-fault.ts'

export type BatchState =
  | { step: 'idle' }
  | { step: 'saving'; total: number; progress: BatchProgress }
  | { step: 'done'; saved: number; failed: readonly number[]; files: number }
  | { step: 'broken' }

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // After one minute the browser has started to read the file, so the object URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export type Picker = {
  state: BatchState
  picked: ReadonlySet<number>
  pick: (numbers: readonly number[], isPicked: boolean) => void
  start: (entries: readonly Entry[]) => void
  cancel: () => void
  /** What each item is saved as. */
  wanted: RequestedFormat | null
  setWanted: (wanted: RequestedFormat | null) => void
}

/** The ticks on the items of a post or list, and saving them together. */
export function usePicker(info: VideoInfo, link: string): Picker {
  const { origin } = usePageData()
  const { leave } = useTexts('ui').form
  const style = useNameStyle()
  const { wanted: usual } = useWanted()
  const [chosen, setWanted] = useState<RequestedFormat | null | undefined>()
  const wanted = chosen === undefined ? usual : chosen
  const hasTitles = hasOwnTitles(info.entries ?? [])
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [state, setState] = useState<BatchState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  useWarning(state.step === 'saving')

  const run = async (entries: readonly Entry[], signal: AbortSignal) => {
    const total = entries.length
    setState({ step: 'saving', total, progress: { done: 0, percent: 0, bytes: 0 } })
    try {
      const { loadBatch } = await import('./batch.ts')
      const onProgress = (progress: BatchProgress) => {
        if (!signal.aborted) setState({ step: 'saving', total, progress })
      }
      let files = 0
      const onFile = ({ file, ext, part }: BatchFile) => {
        save(file, batchName(style, origin, info, { entries, part }, ext))
        files += 1
      }
      const failed = await loadBatch(entries, { link, wanted, hasTitles }, { onProgress, onFile }, signal)
      // What was ticked meanwhile stays ticked.
      setPicked((before) => {
        const later = [...before].filter((one) => !entries.some(({ index }) => index === one))
        return new Set([...later, ...failed])
      })
      setState({ step: 'done', saved: total - failed.length, failed, files })
    } catch (cause) {
      if (signal.aborted) return
      logFault(cause)
      setState({ step: 'broken' })
    }
  }
  return {
    state,
    picked,
    wanted,
    setWanted,
    pick(numbers, isPicked) {
      setState((now) => (now.step === 'saving' ? now : { step: 'idle' }))
      setPicked((before) => {
        const after = new Set(before)
        for (const one of numbers)
          if (isPicked) after.add(one)
          else after.delete(one)
        return after
      })
    },
    start(entries) {
      if (state.step === 'saving' && !mayLeave(leave)) return
      running.current?.abort()
      running.current = new AbortController()
      void run(entries, running.current.signal)
    },
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}
