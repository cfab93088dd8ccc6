import { mediaTypeOf, savedExtension } from '../../../contract/media-types.ts'
import { containerOfBytes } from '../../../merger/media/container.ts'
import { mediaFacts } from '../../../merger/media/media-head.ts'

/** Number of bytes to read from the start of a file. They contain the header and the start of the media. */
const HEAD_BYTES = 256 * 1024

/**
 * Reads the first bytes of a file and parses them with the parsers of the merger. Returns undefined if the
 * container and the kind of track are the expected ones. Otherwise returns a sentence about the fault.
 * @param {string} link
 * @param {string} extension the container that the API has stated for the format
 * @param {'picture' | 'sound'} kind
 * @returns {Promise<string | undefined>}
 */
export async function faultOfFile(link, extension, kind) {
  const answer = await fetch(link, {
    headers: { range: `bytes=0-${HEAD_BYTES - 1}` },
    signal: AbortSignal.timeout(60_000),
  })
  if (answer.status !== 200 && answer.status !== 206) {
    await answer.body?.cancel()
    return `the media answer ${answer.status}`
  }
  const total = Number(answer.headers.get('content-range')?.split('/')[1]) || null
  return faultOfBytes(await start(answer), total, extension, kind)
}

/**
 * Returns a sentence about what is wrong with the first bytes of a file; undefined if nothing is wrong.
 * @param {Buffer} head
 * @param {number | null} size size of the whole file in bytes; null = unknown
 * @param {string} extension
 * @param {'picture' | 'sound'} kind
 * @returns {string | undefined}
 */
export function faultOfBytes(head, size, extension, kind) {
  const found = containerOfBytes(head)
  const facts = mediaFacts(head, size)
  if (facts.kind === 'text') return 'a page or a message instead of media'
  if (found === undefined) return 'the first bytes are not those of a media file'
  if (facts.isDamaged) return 'the first bytes are damaged'
  if (savedExtension(extension, mediaTypeOf(found) ?? '') !== extension)
    return `the file is ${found}, and the format says ${extension}`
  const wanted = kind === 'picture' ? 'video' : 'audio'
  if (facts.isAll && !facts.tracks.some((track) => track.kind === wanted)) return `the file has no ${kind}`
  return undefined
}

/** @type {(answer: Response) => Promise<Buffer>} */
async function start(answer) {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}
