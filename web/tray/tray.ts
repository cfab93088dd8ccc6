import type { Format, VideoInfo } from '#contract/api.ts'
import type { LinksInText } from '#contract/links-in-text.ts'
import { isReportable, isRetryable } from '../download/failure-text.ts'
import { logFault } from '../log-fault.ts'
import { patient } from './patience.ts'
import { itemReader } from './read-items.ts'
import {
  isItemOf,
  itemId,
  readRows,
  rowOfLink,
  type RowFacts,
  type Row,
  type RowState,
  type Wanted,
} from './row.ts'
import { NotWritten, type SaveNames, type Sink } from './save-files.ts'
import { saveRows } from './save-rows.ts'
import { canBeSaved, formatOf, withEntry, withoutWork, type TrayView } from './view.ts'

export type TrayCalls = {
  /** `found` is null for a picture. */
  namesOf: (row: Row, found: { format: Format; info: VideoInfo } | null, ext: string) => SaveNames
  sayFailure: (cause: unknown) => Promise<string>
  /** Reads the size of a picture without loading it. */
  sizeAt: (url: string) => Promise<number | null>
}

type MakeSink = (onFile: () => void) => Promise<Sink>

export type Tray = ReturnType<typeof createTray>

/** The rows of a list or of pasted links: reads them one at a time, and saves them one at a time. */
export function createTray(first: TrayView, calls: TrayCalls) {
  let view = first
  const listeners = new Set<() => void>()
  const change = (next: Partial<TrayView>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  const setState = (id: string, state?: RowState) => change({ states: withEntry(view.states, id, state) })
  const rowOf = (id: string) => view.rows.find((row) => row.id === id)
  const freeIndex = () => 1 + Math.max(0, ...view.rows.map(({ index }) => index))
  const stepOf = (id: string) => view.states.get(id)?.step

  const closed = new AbortController()
  const patience = patient((isWaiting) => change({ isWaiting }))
  const reader = itemReader(patience, closed.signal)

  const fail = async (id: string, cause: unknown) => {
    console.warn(cause)
    const reason = await calls.sayFailure(cause)
    setState(id, { step: 'failed', reason, isRetryable: isRetryable(cause) || isReportable(cause) })
  }

  const learn = (row: Row, facts: RowFacts) => {
    if (!row.isPasted || !('info' in facts)) return change({ facts: withEntry(view.facts, row.id, facts) })
    const { info } = facts
    const read = readRows(row, info, freeIndex())
    // The items of a post take the place of its link.
    const id = read[0]?.id === row.id ? row.id : itemId(row.link, info.part?.index ?? 1)
    const rows = view.rows.flatMap((one) => (one.id === row.id ? read : one))
    change({ rows, facts: withEntry(view.facts, id, facts) })
  }

  const find = async (row: Row) => {
    const info = await reader.read(row)
    learn(row, { formats: info.formats, info })
    const now = rowOf(row.id)
    const format = now && canBeSaved(now) ? formatOf(view, row.id) : null
    return format && { format, info }
  }

  const readFacts = async (row: Row): Promise<void> => {
    if (row.picture) learn(row, { filesize: await calls.sizeAt(row.picture.url) })
    else await find(row)
  }

  let toRead: readonly string[] = []
  let isReading = false
  const isUnread = (id: string) => !view.facts.has(id) && !['failed', 'saving'].includes(stepOf(id) ?? '')
  const readOn = async () => {
    if (isReading) return
    isReading = true
    for (;;) {
      const row = rowOf(toRead.find(isUnread) ?? '')
      if (!row || closed.signal.aborted) break
      if (!stepOf(row.id)) setState(row.id, { step: 'reading' })
      await readFacts(row).catch((cause: unknown) => (closed.signal.aborted ? null : fail(row.id, cause)))
      if (stepOf(row.id) === 'reading') setState(row.id)
    }
    isReading = false
  }

  let queue: string[] = []
  let stop = new AbortController()
  const save = async (makeSink: MakeSink, isZip: boolean, signal: AbortSignal) => {
    let files = 0
    const sink = await makeSink(() => (files += 1))
    signal.addEventListener('abort', () => sink.drop())
    const saving = {
      rowOf,
      find,
      forget: reader.forget,
      insteadOf: (id: string) => view.rows.filter((row) => isItemOf(row, id)).map((row) => row.id),
      namesOf: calls.namesOf,
      patience,
      onState: setState,
      onFault: fail,
      onRun: (run: TrayView['run']) => change({ run }),
    }
    const { saved, failed } = await saveRows(queue, sink, saving, signal)
    // What was ticked meanwhile stays ticked.
    const picked = new Set([...[...view.picked].filter((id) => !queue.includes(id)), ...failed])
    change({ run: null, picked, ended: { saved, failed, files, isZip } })
    void readOn()
  }

  /** What lies in an archive that cannot be written is lost. */
  const lose = async (cause: unknown, isZip: boolean) => {
    if (cause instanceof NotWritten) console.warn(cause)
    else logFault(cause)
    const failed = [...queue]
    const reason = await calls.sayFailure(cause)
    const states = new Map(view.states)
    for (const id of failed) states.set(id, { step: 'failed', reason, isRetryable: true })
    const picked = new Set([...view.picked, ...failed])
    change({ run: null, states, picked, ended: { saved: [], failed, files: 0, isZip, reason } })
  }

  const join = (ids: readonly string[]) => {
    const later = ids.filter((id) => !queue.includes(id) || ['failed', 'saved'].includes(stepOf(id) ?? ''))
    queue.push(...later)
    return later
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    view: () => view,
    /** Reads these rows, one at a time, until others are asked for. */
    read: (ids: readonly string[]) => {
      toRead = ids
      void readOn()
    },
    setRows: (rows: readonly Row[]) => change({ rows }),
    /** Links that were pasted become rows. */
    add: (found: LinksInText) => {
      const free = freeIndex()
      const added = found.links.map((link, at) => rowOfLink(link, free + at))
      change({ rows: [...view.rows, ...added], found })
    },
    remove: (id: string) => {
      change({ rows: view.rows.filter((row) => row.id !== id) })
      setState(id)
    },
    /** What an extraction for the page has told already. */
    learn: (id: string, info: VideoInfo) => {
      const row = rowOf(id)
      if (row) learn(row, { formats: info.formats, info })
    },
    pick: (ids: readonly string[], isPicked: boolean) => {
      const picked = new Set(view.picked)
      for (const id of ids)
        if (isPicked) picked.add(id)
        else picked.delete(id)
      change({ picked, ended: null })
    },
    setWanted: (wanted: Wanted) => change({ wanted, own: new Map() }),
    setOwn: (id: string, key: string | null) => change({ own: withEntry(view.own, id, key ?? undefined) }),
    /** While others are saved, these rows join them. Calls `makeSink` at once: it may ask the visitor. */
    start: (ids: readonly string[], makeSink: MakeSink, isZip = false) => {
      const wanted = ids.filter((id) => canBeSaved(rowOf(id)!))
      const isRunning = view.run !== null
      if (!isRunning) queue = []
      const states = new Map(view.states)
      for (const id of join(wanted)) states.set(id, { step: 'waiting' })
      const { done = 0, percent = 0, bytes = 0 } = view.run ?? {}
      change({ states, ended: null, run: { total: queue.length, done, percent, bytes } })
      if (isRunning) return
      stop = new AbortController()
      const { signal } = stop
      save(makeSink, isZip, signal).catch((cause: unknown) => {
        if (signal.aborted) return
        const isCancelled = cause instanceof DOMException && cause.name === 'AbortError'
        if (!isCancelled) return lose(cause, isZip)
        change({ run: null, states: withoutWork(view.states) })
      })
    },
    retry: (id: string) => {
      setState(id)
      reader.forget(id)
      void readOn()
    },
    cancel: () => {
      stop.abort()
      change({ run: null, states: withoutWork(view.states) })
    },
    close: () => {
      closed.abort()
      stop.abort()
    },
  }
}
