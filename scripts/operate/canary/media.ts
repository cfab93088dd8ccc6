import { containerOfBytes } from '../../../contract/media-signature.ts'
import { mediaTypeOf, savedExtension } from '../../../contract/media-types.ts'
import { mediaFacts } from '#media/media-head.ts'

const HEAD_BYTES = 256 * 1024

/** undefined, or a sentence about the fault */
export async function faultOfFile(
  link: string,
  extension: string,
  kind: 'picture' | 'sound',
): Promise<string | undefined> {
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

function faultOfBytes(
  head: Buffer,
  size: number | null,
  extension: string,
  kind: 'picture' | 'sound',
): string | undefined {
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

async function start(answer: Response): Promise<Buffer> {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}
