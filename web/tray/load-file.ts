import type { Format } from '#contract/api.ts'
import { endTask, startMerge } from '../api.ts'
import { filePath } from '../preview/file-path.ts'
import { ticketOf } from '../preview/link.ts'
import { followTask } from '../preview/watch.ts'
import { directLink } from '../preview/write-link.ts'
import { isOffline } from '../is-offline.ts'
import { HttpError, Unreached } from '../unexpected-answer.ts'
import type { Patience } from './patience.ts'

/** What a page may hold at once: a phone gives a tab about 1 GB. */
const MOST_HELD = 500_000_000

/** A larger file is not held: the browser saves it from its address. */
export type Loaded = { body: Blob } | { href: string }

/** `part` is the part of the item that is done, from 0 to 1; `more` are the bytes that just arrived. */
export type OnPart = (part: number, more?: number) => void

type LoadCalls = { onPart: OnPart; patience: Patience; signal: AbortSignal }

/** The part of an item's time that its merge takes; the rest loads the file. */
const MADE_PART = 0.8

class TooLarge extends Error {}

const withName = (href: string, name: string) => `${href}&filename=${encodeURIComponent(name)}`

/**
 * A request of this kind gives its bytes to the browser while they arrive, and the page itself holds none. A
 * stream of `fetch` goes through the memory of the page.
 * @param from the part of the item that is done before its file is loaded
 */
function whole(href: string, onPart: OnPart, signal: AbortSignal, from = 0): Promise<Blob> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = (cause: unknown) => {
      reject(cause instanceof Error ? cause : new Error('stopped', { cause }))
      request.abort()
    }
    const onAbort = () => stop(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    let got = 0
    request.addEventListener('progress', ({ loaded, total }) => {
      if (Math.max(loaded, total) > MOST_HELD) return stop(new TooLarge())
      onPart(from + (1 - from) * (total > 0 ? loaded / total : 0), loaded - got)
      got = loaded
    })
    request.addEventListener('load', () =>
      request.status === 200
        ? resolve(request.response as Blob)
        : reject(new HttpError(request.status, request.statusText)),
    )
    request.addEventListener('error', () => reject(new Unreached(isOffline(), 'the file broke off')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', onAbort))
    request.open('GET', href)
    request.responseType = 'blob'
    request.send()
  })
}

async function heldOrLinked(href: string, load: () => Promise<Blob>): Promise<Loaded> {
  try {
    return { body: await load() }
  } catch (cause) {
    if (cause instanceof TooLarge) return { href }
    throw cause
  }
}

export const loadPicture = async (url: string, { onPart, signal }: LoadCalls): Promise<Loaded> => ({
  body: await whole(url, onPart, signal),
})

/** @param name what the browser calls a file that is too large to be held */
export async function loadFormat(format: Format, name: string, calls: LoadCalls): Promise<Loaded> {
  const { onPart, patience, signal } = calls
  const direct = directLink(format, name, location.origin)
  if (direct) return await heldOrLinked(direct, () => whole(direct, onPart, signal))
  const ticket = ticketOf(format.url, location.origin)!
  const taskId = await patience(() => startMerge(ticket, signal), signal)
  return await loadMade(taskId, name, calls)
}

export class NotMade extends Error {}

/** Waits for a merge and loads its file. Our copy is deleted, unless the browser has yet to save it. */
async function loadMade(taskId: string, name: string, { onPart, signal }: LoadCalls): Promise<Loaded> {
  let isKept = false
  try {
    const end = await followTask(taskId, ({ percent }) => onPart((percent / 100) * MADE_PART), signal)
    if (end.type === 'failed') {
      const told = typeof end.fault === 'object' && 'message' in end.fault ? end.fault.message : ''
      throw new NotMade(told, { cause: end.fault })
    }
    const href = `${filePath(taskId)}?download=1`
    const loaded = await heldOrLinked(withName(href, name), () => whole(href, onPart, signal, MADE_PART))
    isKept = 'href' in loaded
    return loaded
  } finally {
    if (!isKept) endTask(taskId).catch(console.warn)
  }
}
