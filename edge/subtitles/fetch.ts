import { Failure } from '#contract/failure.ts'
import { hostOf } from '#contract/link.ts'
import type { Cue } from '#media/subtitles/cue.ts'
import { beginsWithSubtitles, loadSubtitles, type SubtitleLink } from '#media/subtitles/load.ts'
import { headerOf, inRange, type Address } from '#media/lists/timeline.ts'
import type { Grant } from '../grants/grant.ts'
import { mediaTarget } from '../media-link.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { assertGood } from '../media/source-status.ts'
import { fetchSource, type SourceRequest } from '../media/upstream.ts'
import { isOwnHost } from '../pages/brands.ts'
import { boundedBody, concat } from '../request/bounded-body.ts'
import { Keys } from './keys.ts'

const MAX_BYTES = 8 * 1024 ** 2
/** Cloudflare allows 1,000 requests in one answer by default. */
const MAX_SEGMENTS = 900

type Caller = Omit<SourceRequest, 'range' | 'ifRange'>

/**
 * Throws `no_subtitles` for bytes without any, `too_big`, `stale` and the failures of the source.
 * @param onCostly called before the segments of a list are fetched, and before a long text is read
 */
export async function fetchSubtitles(
  env: Env,
  grant: Grant,
  link: Omit<SubtitleLink, 'url'>,
  caller: Caller,
  onCostly: () => Promise<void>,
): Promise<Cue[]> {
  let left = MAX_BYTES
  const domains = new Domains(grant.url)
  const get = async ({ urls, range }: Omit<Address, 'key'>, parallel: number) => {
    const url = domains.targetOf(urls)
    if (await isOwnHost(env, hostOf(url))) throw new Failure('refused_address')
    const header = headerOf(range)
    const answer = await fetchSource(env, { ...grant, url }, { ...caller, range: header })
    await assertGood(env, answer, grant, header)
    const chunks: Uint8Array[] = []
    for await (const chunk of boundedBody(answer, {
      maxBytes: Math.floor(left / parallel),
      tooLong: 'too_big',
    }))
      chunks.push(chunk)
    const bytes = concat(chunks)
    left -= bytes.length
    if (left < 0) throw new Failure('too_big')
    const base = mediaTarget(answer.url) ?? url
    return { bytes: answer.status === 200 ? inRange(bytes, range) : bytes, base, url }
  }
  const keys = new Keys(async (url) => (await get({ urls: [url], range: null }, 1)).bytes)
  const fetch = async (address: Address, parallel = 1) => {
    const { bytes, base, url } = await get(address, parallel)
    const clear = address.key ? await keys.decrypted(bytes, address.key) : bytes
    if (beginsWithSubtitles(clear)) domains.trust(url)
    return { bytes: clear, url: base.href }
  }
  return await loadSubtitles({ ...link, url: grant.url.href }, { fetch, onCostly, maxSegments: MAX_SEGMENTS })
}

/** Requests to domains from which no subtitles have come yet. */
const MAX_STRANGE = 24

/**
 * Segments may be on another domain than their list, as those of a picture. A list that names a site without
 * subtitles leads to few requests.
 */
class Domains {
  readonly #trusted: Set<string>
  #strange = 0

  constructor(granted: URL) {
    this.#trusted = new Set([domainOf(granted)])
  }

  targetOf(urls: string[]): URL {
    const targets = urls.map((url) => mediaTarget(url)).filter((one) => one !== undefined)
    const known = targets.find((one) => this.#trusted.has(domainOf(one)))
    const target = known ?? targets[0]
    if (!target || (!known && ++this.#strange > MAX_STRANGE)) throw new Failure('refused_address')
    return target
  }

  trust(url: URL): void {
    this.#trusted.add(domainOf(url))
  }
}
