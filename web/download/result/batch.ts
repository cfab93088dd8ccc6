import { makeZip } from 'client-zip'
import type { Entry } from '#contract/api.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { endTask, startMerge } from '../../api.ts'
import { filePath } from '../../preview/file-path.ts'
import { ticketOf } from '../../preview/link.ts'
import { followTask, wait } from '../../preview/watch.ts'
import { directLink } from '../../preview/write-link.ts'
import { picksOf } from '../choice/best-pick.ts'
import type { RequestedFormat } from '../choice/requested-format.ts'
import { formatsOfItem } from './item-formats.ts'
import { nameInZip } from './item-names.ts'

// This module loads the picked items of a post or list. It is a separate chunk, which loads when the visitor
// presses the button.

/** The progress is told when it differs by this many bytes. */
const STEP_BYTES = 100_000

type Loaded = { ext: string; body: Blob }

/**
 * A zip archive is saved when it has this many bytes, and the next begins: a phone gives a tab about 1 GB,
 * and what is saved is not lost when the tab is closed.
 */
const ZIP_BYTES = 500_000_000

/** A single item is saved as it is, several in zip archives. */
export type BatchFile = {
  file: Blob
  ext: string
  /** The number of the archive; null if there is only one. */
  part: number | null
}

export type BatchProgress = {
  done: number
  percent: number
  bytes: number
  /** Whether it goes on in the next minute. */
  isWaiting?: boolean
}

type BatchCalls = {
  onProgress: (progress: BatchProgress) => void
  onFile: (file: BatchFile) => void
  zipBytes?: number
}

type Source = {
  /** The link of the post or list. */
  link: string
  wanted: RequestedFormat | null
  hasTitles: boolean
}

/**
 * Loads the items one after another, each completely before it is written, so that no incomplete file gets
 * into the archive. Rejects only if `signal` is aborted.
 * @returns the numbers of the items that could not be loaded
 */
export async function loadBatch(
  entries: readonly Entry[],
  source: Source,
  { onProgress, onFile, zipBytes = ZIP_BYTES }: BatchCalls,
  signal: AbortSignal,
): Promise<number[]> {
  const failed: number[] = []
  let [bytes, told] = [0, '']
  const tell = (done: number, part = 0) => {
    const percent = ((done + part) / entries.length) * 100
    const shown = [done, Math.floor(percent), Math.floor(bytes / STEP_BYTES)].join()
    if (shown !== told) onProgress({ done, percent, bytes })
    told = shown
  }
  async function* files() {
    for (const [at, entry] of entries.entries()) {
      tell(at)
      const onPart = (part: number, more = 0) => {
        bytes += more
        tell(at, part)
      }
      const onWait = () => {
        onProgress({ done: at, percent: (at / entries.length) * 100, bytes, isWaiting: true })
        told = ''
      }
      const loaded = await loadItem(entry, source, { onPart, onWait, signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        console.warn(cause)
        failed.push(entry.index)
        return null
      })
      signal.throwIfAborted()
      if (loaded)
        yield { name: nameInZip(entry, loaded.ext, source.hasTitles), input: loaded.body, ext: loaded.ext }
    }
  }
  let held: NamedFile[] = []
  let part = 1
  const saveHeld = async (isLast: boolean) => {
    const [first] = held
    if (!first) return
    const isSingle = entries.length === 1
    const file = isSingle ? first.input : await zipOf(held)
    signal.throwIfAborted()
    onFile({ file, ext: isSingle ? first.ext : 'zip', part: isLast && part === 1 ? null : part })
    held = []
    part += 1
  }
  for await (const one of files()) {
    const heldBytes = held.reduce((sum, { input }) => sum + input.size, 0)
    if (heldBytes + one.input.size > zipBytes) await saveHeld(false)
    held.push(one)
  }
  await saveHeld(true)
  return failed
}

type NamedFile = { name: string; input: Blob; ext: string }

const zipOf = (files: readonly NamedFile[]): Promise<Blob> =>
  new Response(makeZip(files), { headers: { 'content-type': 'application/zip' } }).blob()

/** `part` is the part of the item that is done, from 0 to 1; `more` are the bytes that just arrived. */
type OnPart = (part: number, more?: number) => void

/** @param from the part of the item that is done before its file is loaded */
async function whole(url: string, onPart: OnPart, signal: AbortSignal, from = 0): Promise<Blob> {
  const answer = await fetch(url, { signal })
  if (!answer.ok || !answer.body) throw new Error(`HTTP ${answer.status}`)
  const total = Number(answer.headers.get('content-length')) || Infinity
  let got = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, stream) {
      got += chunk.byteLength
      onPart(from + (1 - from) * Math.min(1, got / total), chunk.byteLength)
      stream.enqueue(chunk)
    },
  })
  return await new Response(answer.body.pipeThrough(counted)).blob()
}

type Calls = { onPart: OnPart; onWait: () => void; signal: AbortSignal }

async function loadItem(
  { index, picture }: Entry,
  { link, wanted }: Source,
  { onPart, onWait, signal }: Calls,
): Promise<Loaded> {
  if (picture) return { ext: picture.ext, body: await whole(picture.url, onPart, signal) }
  const patiently = <T>(ask: () => Promise<T>) => withPatience(ask, onWait, signal)
  const formats = await patiently(() => formatsOfItem(link, index))
  const format = picksOf(formats, wanted)!.best
  const { ext } = format
  const direct = directLink(format, `${index}.${ext}`, location.origin)
  if (direct) return { ext, body: await whole(direct, onPart, signal) }
  const ticket = ticketOf(format.url, location.origin)!
  const taskId = await patiently(() => startMerge(ticket, signal))
  return { ext, body: await made(taskId, onPart, signal) }
}

const MOST_WAITS = 3

/** A long list asks more often than a visitor may in a minute. */
async function withPatience<T>(ask: () => Promise<T>, onWait: () => void, signal: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits++) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (cause) {
      if (!(cause instanceof Failure && cause.code === 'rate_limited') || waits === MOST_WAITS) throw cause
      onWait()
      await wait(failureRow(cause.code).waitSeconds! * 1_000, signal)
    }
  }
}

/** The part of an item's time that its merge takes; the rest loads the file. */
const MADE_PART = 0.8

/** Waits for a merge and loads its file. Our copy is deleted in any case. */
async function made(taskId: string, onPart: OnPart, signal: AbortSignal): Promise<Blob> {
  try {
    const end = await followTask(taskId, ({ percent }) => onPart((percent / 100) * MADE_PART), signal)
    if (end.type === 'failed') throw new Error('the item was not made', { cause: end.fault })
    return await whole(`${filePath(taskId)}?download=1`, onPart, signal, MADE_PART)
  } finally {
    endTask(taskId).catch(console.warn)
  }
}
