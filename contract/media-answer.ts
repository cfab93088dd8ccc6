import { extensionOf, isImageType, isSameKind, mediaTypeOf, savedExtension } from './media-types.ts'
import { containerOfBytes, isText } from './media-signature.ts'

// What an answer of a media server is. The bytes decide before the headers, because servers take the headers
// from settings and file names that nobody checks.

export const OCTETS = 'application/octet-stream'
/** A longer wait is the visitor's choice. */
const SHORT_WAIT_MS = 5_000

/** Some servers send the header twice, so it can be a list. The first valid type counts. */
export function plainType(header: string | null | undefined): string {
  const types = (header ?? '').split(',').map((type) => type.split(';')[0]!.trim().toLowerCase())
  return types.find((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)) ?? ''
}

export const isPlaylist = (type: string): boolean =>
  /^(application|audio|video)\/((vnd\.apple\.|x-)?mpegurl|vnd\.mpegurl)$/.test(type)

const isPageType = (type: string): boolean =>
  isPlaylist(type) ||
  /^(text|font|multipart|message)\/|[/+](xml|json)$|^application\/(xhtml|javascript|problem|pdf)/.test(type)

/** `head` is absent when the answer does not start at the first byte of the file. */
type MediaAnswer = { type: string; container: string; head?: Uint8Array | undefined }

/** Null if the answer is no media. The type is never one that a browser would run. */
export function servedAs({ type, container, head }: MediaAnswer): { type: string; extension: string } | null {
  if (!isMedia(type, head)) return null
  const found = head && containerOfBytes(head, container)
  const extension = found ? fileContainer(container, found) : savedExtension(container, type)
  const served = extensionOf(type)
  const isTrue = served === undefined ? !found : isSameKind(served, extension)
  const isShown = /^(video|audio)\//.test(type) || isImageType(type)
  return { type: (isShown && isTrue ? type : mediaTypeOf(extension)) ?? OCTETS, extension }
}

export function isMedia(type: string, head: Uint8Array | undefined): boolean {
  if (head && isText(head)) return false
  return !isPageType(type) || (head !== undefined && containerOfBytes(head) !== undefined)
}

/** `found` is what the bytes show. It does not tell the members of a family from each other. */
export const fileContainer = (named: string, found: string): string =>
  isSameKind(named, found) ? named : found

/**
 * The codings that hide the bytes of the media, null if none. Uploads to object stores leave names there that
 * encode nothing, such as `utf-8` and `aws-chunked`, and browsers ignore them.
 */
export function codingOf(header: string | null | undefined): string | null {
  const codings = (header ?? '').split(',').map((coding) => coding.trim().toLowerCase().replace(/^x-/, ''))
  return codings.filter((coding) => /^(gzip|compress|deflate|br|zstd)$/.test(coding)).join() || null
}

/**
 * Equal lengths of a doubled header are one length (RFC 9110, section 8.6). Chunks mark the end themselves,
 * so a length beside them does not count (RFC 9112, section 6.3).
 */
export function contentLength(header: string | null | undefined, transfer?: string | null): number | null {
  const [, length] = /^(\d{1,15})(?:\s*,\s*\1)*$/.exec(header ?? '') ?? []
  return length === undefined || isChunked(transfer) ? null : Number(length)
}

export const isChunked = (transfer: string | null | undefined): boolean => /\bchunked$/i.test(transfer ?? '')

/** Some servers answer only to requests with Range, as players send them, and some only to others. */
export const mayMindRange = (status: number): boolean => [400, 403, 405, 406, 416, 501].includes(status)

/** False for the status 416 of a server that refuses every range. */
export function isBehindEnd(start: number, contentRange: string | null | undefined): boolean {
  const [, size] = /^bytes \*\/(\d{1,15})$/.exec(contentRange ?? '') ?? []
  return size !== undefined && start >= Number(size)
}

/** RFC 9110, section 10.2.3. A date is compared with Date, because the media server's clock may be wrong. */
export function retryAfterMs(header: string | null | undefined, date?: string | null): number {
  const text = header ?? ''
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (date ? Date.parse(date) : Date.now())
  return Number.isFinite(wait) ? Math.max(0, wait) : 0
}

export const isShortWait = (ms: number): boolean => ms > 0 && ms <= SHORT_WAIT_MS
