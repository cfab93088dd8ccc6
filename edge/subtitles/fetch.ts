import { Failure } from '#contract/failure.ts'
import { hostOf } from '#contract/link.ts'
import type { Cue } from '#contract/subtitles/cue.ts'
import { isPlaylist, joinSegments, segmentLinks } from '#contract/subtitles/playlist.ts'
import { readSubtitles } from '#contract/subtitles/read.ts'
import type { Grant } from '../grants/grant.ts'
import { mediaTarget } from '../media/media-link.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { assertGood } from '../media/source-status.ts'
import { fetchSource, type SourceRequest } from '../media/upstream.ts'
import { isOwnHost } from '../pages/brands.ts'
import { boundedText } from '../request/bounded-body.ts'

const MAX_BYTES = 8 * 1024 ** 2
/** Cloudflare allows 1,000 requests in one answer by default. */
const MAX_SEGMENTS = 900
/** Longer than nearly all subtitles of a film. */
const LONG_CHARACTERS = 1024 ** 2
const AT_ONCE = 6

type Caller = Omit<SourceRequest, 'range' | 'ifRange'>

/**
 * Throws `media_type` for a text that is no subtitle, `too_big`, `stale` and the failures of the source.
 * @param onCostly called before the segments of a playlist are fetched, and before a long text is read
 */
export async function fetchSubtitles(
  env: Env,
  grant: Grant,
  caller: Caller,
  onCostly: () => Promise<void>,
): Promise<Cue[]> {
  let left = MAX_BYTES
  const read = async (url: URL, parallel = 1) => {
    const answer = await fetchSource(env, { ...grant, url }, { ...caller, range: null })
    await assertGood(env, answer, grant, null)
    const text = await boundedText(answer, { maxBytes: Math.floor(left / parallel), tooLong: 'too_big' })
    left -= text.length
    if (left < 0) throw new Failure('too_big')
    return { text, base: mediaTarget(answer.url) ?? url }
  }
  const { text, base } = await read(grant.url)
  const isList = isPlaylist(text)
  if (isList || text.length > LONG_CHARACTERS) await onCostly()
  if (!isList) return cuesIn(text)
  const segments = segmentsOf(text, base, grant.url)
  for (const host of new Set(segments.map(hostOf)))
    if (await isOwnHost(env, host)) throw new Failure('refused_address')
  const texts: string[] = []
  for (let at = 0; at < segments.length; at += AT_ONCE) {
    const group = segments.slice(at, at + AT_ONCE)
    const answers = await Promise.all(group.map((url) => read(url, group.length)))
    texts.push(...answers.map((one) => one.text))
  }
  return joinSegments(texts)
}

function cuesIn(text: string): Cue[] {
  const cues = readSubtitles(text)
  if (!cues) throw new Failure('media_type')
  return cues
}

/** The segments must be on the domain of the playlist. */
function segmentsOf(playlist: string, base: URL, granted: URL): URL[] {
  return segmentLinks(playlist, MAX_SEGMENTS).map((link) => {
    const target = mediaTarget(link, base)
    if (!target || domainOf(target) !== domainOf(granted)) throw new Failure('refused_address')
    return target
  })
}
