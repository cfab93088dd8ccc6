import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import type { Grant } from '../grants/grant.ts'
import { mediaTarget } from './media-link.ts'

/** A four-hour playlist of two-second segments with signed links is about 10 MB. */
const MAX_PLAYLIST_BYTES = 16 * 1024 ** 2

/**
 * Rewrites an HLS playlist (RFC 8216): every URI in it, of variants, renditions, keys, maps and segments, becomes a
 * grant of ours. `base` is where the playlist came from. Throws `media_type` for what is no playlist and
 * `refused_address` for one that points inside.
 */
export async function rewritePlaylist(
  text: string,
  base: URL,
  child: NonNullable<Grant['child']>,
): Promise<string> {
  if (!text.trimStart().startsWith('#EXTM3U')) throw new Failure('media_type')
  const granted = async (uri: string) => {
    if (/^data:/i.test(uri)) return uri
    const target = mediaTarget(uri, base)
    if (!target) throw new Failure('refused_address')
    return `${paths.proxiedDownload}?url=${encodeURIComponent(target.href)}&g=${await child(target)}`
  }
  const line = async (raw: string) => {
    const plain = raw.trim()
    if (plain === '') return raw
    if (!plain.startsWith('#')) return await granted(plain)
    const uri = /\bURI="([^"]*)"/.exec(plain)?.[1]
    return uri === undefined ? raw : raw.replace(`URI="${uri}"`, `URI="${await granted(uri)}"`)
  }
  return (await Promise.all(text.split(/\r?\n/).map(line))).join('\n')
}

/** The text of a playlist, read to its limit. */
export async function playlistText(answer: Response): Promise<string> {
  if (Number(answer.headers.get('content-length') ?? 0) > MAX_PLAYLIST_BYTES) throw new Failure('too_big')
  let size = 0
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    size += (chunk as Uint8Array).byteLength
    if (size > MAX_PLAYLIST_BYTES) throw new Failure('too_big')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text + decoder.decode()
}
