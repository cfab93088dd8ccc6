import type { Format, VideoInfo } from '#contract/api.ts'
import { HttpError } from '../unexpected-answer.ts'
import { loadFormat, loadPicture, type Loaded, type OnPart } from './load-file.ts'
import type { Patience } from './patience.ts'
import type { Row, RowState } from './row.ts'
import type { SaveNames, Sink } from './save-files.ts'
import type { Ended, Saving } from './view.ts'

type Found = { format: Format; info: VideoInfo }

type SaveCalls = {
  rowOf: (id: string) => Row | undefined
  /** Null if the row is a list. Rejects if it cannot be read. */
  find: (row: Row) => Promise<Found | null>
  /** The items of a post, which have taken the place of its link. */
  insteadOf: (id: string) => readonly string[]
  /** Makes `find` ask again. */
  forget: (id: string) => void
  namesOf: (row: Row, found: Found | null, ext: string) => SaveNames
  patience: Patience
  onState: (id: string, state?: RowState) => void
  onFault: (id: string, cause: unknown) => Promise<void>
  onRun: (run: Saving) => void
}

/** The progress is told when it differs by this many bytes. */
const STEP_BYTES = 100_000

/** The address of a file has expired since its row was read. */
const isStale = (cause: unknown) => cause instanceof HttpError && [403, 404, 410].includes(cause.status)

type File = { names: SaveNames; loaded: Loaded }

async function load(row: Row, calls: SaveCalls, onPart: OnPart, signal: AbortSignal): Promise<File | null> {
  const loading = { onPart, patience: calls.patience, signal }
  if (row.picture) {
    const { ext, url } = row.picture
    return { names: calls.namesOf(row, null, ext), loaded: await loadPicture(url, loading) }
  }
  const once = async () => {
    const found = await calls.find(row)
    signal.throwIfAborted()
    if (!found) return null
    const names = calls.namesOf(row, found, found.format.ext)
    return { names, loaded: await loadFormat(found.format, names.own, loading) }
  }
  return await once().catch((cause: unknown) => {
    if (!isStale(cause)) throw cause
    calls.forget(row.id)
    return once()
  })
}

/**
 * Loads rows one after another, each completely before it is saved, so that no file is incomplete. The queue
 * may grow meanwhile. Rejects only if `signal` is aborted or if the sink cannot be written.
 */
export async function saveRows(
  queue: string[],
  sink: Sink,
  calls: SaveCalls,
  signal: AbortSignal,
): Promise<Pick<Ended, 'saved' | 'failed'>> {
  const saved: string[] = []
  const failed: string[] = []
  let bytes = 0
  let told = ''
  const tell = (id: string, at: number, part: number) => {
    const shown = [at, queue.length, Math.floor(part * 100), Math.floor(bytes / STEP_BYTES)].join()
    if (shown === told || signal.aborted) return
    told = shown
    if (part > 0) calls.onState(id, { step: 'saving', percent: part * 100 })
    calls.onRun({ total: queue.length, done: at, percent: ((at + part) / queue.length) * 100, bytes })
  }
  for (let at = 0; at < queue.length; at++) {
    const id = queue[at]!
    const row = calls.rowOf(id)
    if (!row) continue
    calls.onState(id, { step: 'saving', percent: null })
    tell(id, at, 0)
    const onPart: OnPart = (part, more = 0) => {
      bytes += more
      tell(id, at, part)
    }
    const file = await load(row, calls, onPart, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      failed.push(id)
      return calls.onFault(id, cause)
    })
    signal.throwIfAborted()
    if (file) {
      await sink.add(file.loaded, file.names)
      signal.throwIfAborted()
      saved.push(id)
      calls.onState(id, { step: 'saved' })
    } else if (file === null) {
      calls.onState(id)
      queue.splice(at + 1, 0, ...calls.insteadOf(id))
    }
  }
  await sink.end()
  return { saved, failed }
}
