import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { Failure, failures } from '#contract/failure.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { paths } from '#contract/paths.ts'
import { failureWords } from '../download/words.ts'
import { needsProxy } from './device.ts'
import { readPreview, type PreviewLink } from './link.ts'
import { advance, beginning, fileOf, type MadeFile, type PreviewState } from './machine.ts'
import { watchTask, type WatchEnd } from './watch.ts'

/** A link heals by itself this often; after that it is the visitor's turn. */
const MAX_HEALINGS = 2

export type Preview = {
  state: PreviewState
  /** Parsed with the fragment; null until the page is alive. */
  link: PreviewLink | null
  /** Makes the file of a ticket, again if need be; extracts afresh where the ticket is too old. */
  make: () => void
  keepWaiting: () => void
  cancel: () => void
  deleteNow: () => void
  unplayable: () => void
  /** The countdown has ended. */
  rang: () => void
  /** A link of ours was refused as too old: finds the same format afresh. */
  healStale: (formatKey: string | null) => void
}

/**
 * The life of a preview page: opens what its address says, makes, watches, heals. One thing at a time.
 * @param drawn the link as far as the server knew it, without its fragment
 */
export function usePreview(drawn: PreviewLink): Preview {
  const [link, setLink] = useState<PreviewLink | null>(null)
  const [state, tell] = useReducer(advance, drawn.target?.kind === 'ticket' && !drawn.target.play, beginning)
  const running = useRef<AbortController>(null)
  const healings = useRef(0)

  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const attempt = async (signal: AbortSignal, fallback: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (cause) {
      if (signal.aborted) return
      console.error(cause)
      tell({ type: 'failed', message: cause instanceof Failure ? failureWords(cause) : fallback })
    }
  }

  const finish = (taskId: string, end: WatchEnd) => {
    if (end.type === 'expired') {
      tell({ type: 'made', file: { taskId, expiresAt: null, size: null, proof: null, generation: '' } })
      tell({ type: 'rang' })
    } else if (end.type === 'timed_out')
      tell({ type: 'failed', message: pageFailures.timed_out, waitsFor: taskId })
    else tell(end)
  }

  const watch = async (taskId: string, signal: AbortSignal) => {
    const api = await import('../api.ts')
    const calls = {
      readStatus: api.readStatus,
      hasFile: (id: string, stop: AbortSignal) => api.canDownload(filePath(id), stop),
    }
    finish(
      taskId,
      await watchTask(taskId, calls, (progress) => tell({ type: 'progressed', progress }), signal),
    )
  }

  const refresh = async (from: PreviewLink, key: string | null, signal: AbortSignal) => {
    tell({ type: 'started', message: 'Looking the link up again' })
    const { heal } = await import('./refresh-link.ts')
    const fresh = new URL(await heal(from, key, location.origin, signal), location.origin)
    history.replaceState(history.state, '', fresh)
    await open(readPreview(fresh.search, fresh.hash, location.origin), signal)
  }

  const run = async (from: PreviewLink, ticket: string, signal: AbortSignal) => {
    const plays = from.target?.kind === 'ticket' && from.target.play !== null
    tell({ type: 'started', message: 'Starting', plays })
    const api = await import('../api.ts')
    try {
      const taskId = await api.startMerge(ticket, signal)
      tell({ type: 'named', taskId })
      await watch(taskId, signal)
    } catch (cause) {
      if (
        !(cause instanceof Failure && cause.code === 'stale') ||
        !from.sourceUrl ||
        healings.current >= MAX_HEALINGS
      )
        throw cause
      healings.current += 1
      await refresh(from, cause.formatKey ?? null, signal)
    }
  }

  const open = async (next: PreviewLink, signal: AbortSignal) => {
    setLink(next)
    const { target } = next
    if (!target) tell({ type: 'found_nothing' })
    else if (target.kind === 'refused') tell({ type: 'failed', message: pageFailures.preview_refused })
    else if (target.kind === 'media')
      tell({ type: 'opened', way: next.isPicture || needsProxy(target.media.url) ? 'proxy' : 'source' })
    else await run(next, target.ticket, signal)
  }

  const start = useEffectEvent(() => {
    const signal = begin()
    const read = readPreview(location.search, location.hash, location.origin)
    void attempt(signal, 'Failed to start merge task', () => open(read, signal))
  })
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [])

  const make = () => {
    if (!link?.target || link.target.kind === 'refused') return
    const { target } = link
    const signal = begin()
    healings.current = 0
    void attempt(signal, 'Failed to start merge task', () =>
      target.kind === 'ticket' ? run(link, target.ticket, signal) : refresh(link, null, signal),
    )
  }

  const keepWaiting = () => {
    if (state.step !== 'failed' || !state.waitsFor) return
    const taskId = state.waitsFor
    const signal = begin()
    tell({ type: 'started', message: 'Still at it', taskId })
    void attempt(signal, failures.internal.text, () => watch(taskId, signal))
  }

  const end = async (taskId: string | null) => {
    if (!taskId) return
    const { endTask } = await import('../api.ts')
    await endTask(taskId)
  }

  const cancel = () => {
    if (state.step !== 'processing') return
    begin()
    tell({ type: 'failed', message: failures.cancelled.text })
    // Whether the server heard it or not, the page has stopped; the server ends what nobody asks after.
    end(state.taskId).catch(console.error)
  }

  const deleteNow = () => {
    const file = fileOf(state)
    if (!file) return
    const signal = begin()
    void attempt(signal, failures.internal.text, async () => {
      await end(file.taskId)
      tell({ type: 'deleted' })
    })
  }

  const healStale = (formatKey: string | null) => {
    if (!link?.sourceUrl || healings.current >= MAX_HEALINGS) return
    healings.current += 1
    const signal = begin()
    void attempt(signal, failures.stale.text, () => refresh(link, formatKey, signal))
  }

  return {
    state,
    link,
    make,
    keepWaiting,
    cancel,
    deleteNow,
    unplayable: () => tell({ type: 'unplayable' }),
    rang: () => tell({ type: 'rang' }),
    healStale,
  }
}

/** Where the player gets a made file: another address for each making, since browsers mix remembered bytes of one address. */
export const playerPath = ({ taskId, generation }: MadeFile): string =>
  filePath(taskId) + (generation && `?made=${generation}`)

/** Where a made file lies. */
export const filePath = (taskId: string): string => `${paths.file}${encodeURIComponent(taskId)}`
