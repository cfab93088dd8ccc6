import { Failure, type FailureCode } from '#contract/failure.ts'
import { canonicalLink, leadsAnywhere, platforms, servedBy } from '#contract/platforms/index.ts'
import type { ExitAccess } from '../egress/egress.ts'
import { readText } from '../fetch/page.ts'
import type { Info } from '../ytdlp/facts.ts'
import type { ExtractionRun } from './extraction-run.ts'
import { firstAvailable } from './first-available.ts'
import { LedElsewhere } from './led-elsewhere.ts'
import type { LiveServer } from './live-server.ts'
import { withBelongings } from './pages/belongings.ts'
import { mediumOn } from './pages/on-page.ts'
import { podcastSiteFor } from './podcast-sites/index.ts'
import { targetOf } from './short-link.ts'

/**
 * `source` is present only if another link was extracted instead: the only one that the page embeds, or the
 * page of a podcast site behind a redirect.
 */
type MediumFacts = { info: Info; source?: string }

const PLATFORM_HOSTS = platforms.flatMap(({ hosts, redirectHosts }) =>
  hosts.filter((host) => !redirectHosts?.includes(host)),
)

/** The facts of one extraction through one exit. */
export class LinkFacts {
  readonly #server: LiveServer
  readonly #run: ExtractionRun
  readonly #access: ExitAccess
  readonly #onCompute: () => void

  constructor(server: LiveServer, run: ExtractionRun, access: ExitAccess, onCompute: () => void) {
    this.#server = server
    this.#run = run
    this.#access = access
    this.#onCompute = onCompute
  }

  async read(): Promise<MediumFacts> {
    const { link, options } = this.#run
    if (options.stopsAtPlatform && leadsAnywhere(new URL(link))) {
      const target = await targetOf(link, this.#request)
      if (target) throw new LedElsewhere(target)
    }
    try {
      return { info: await this.#info(link, options.item) }
    } catch (error) {
      const found = await this.#onPage(Failure.from(error).code)
      if (found) return found
      throw error
    }
  }

  get #request() {
    return { dispatcher: this.#access.dispatcher, signal: this.#run.ending }
  }

  /**
   * Only after `unsupported` or `drm`, and only for a link of no known platform or of a host that redirects
   * to other sites.
   */
  async #onPage(code: FailureCode): Promise<MediumFacts | undefined> {
    // If yt-dlp failed with `drm`, the page is read too: yt-dlp reports `drm` for every link to Spotify, and
    // a short link can lead to an episode that the merger can find elsewhere (podcast-sites/spotify.ts).
    if (code !== 'unsupported' && code !== 'drm') return undefined
    const { link, options } = this.#run
    if (servedBy(new URL(link))) return undefined
    const request = this.#request
    const page = await readText(link, request).catch(() => undefined)
    if (!page) return undefined
    const source = canonicalLink(page.url.href).url
    if (podcastSiteFor(source)) return { info: await this.#info(source, options.item), source }
    if (code !== 'unsupported') return undefined
    return await mediumOn(page, { link, item: options.item, request }, (other, item) =>
      this.#info(other, item),
    )
  }

  async #info(link: string, item: number | undefined): Promise<Info> {
    return (await podcastSiteFor(link)?.(this.#request, item)) ?? (await this.#ytDlpInfo(link, item))
  }

  async #ytDlpInfo(url: string, item: number | undefined): Promise<Info> {
    const run = this.#run
    const stops = run.options.stopsAtPlatform && !servedBy(new URL(url))
    const answer = await firstAvailable(item, async (wanted) => {
      const question = {
        url,
        ...(wanted && { item: wanted }),
        proxy: this.#access.proxy,
        ...(stops && { stop_at: PLATFORM_HOSTS }),
        seconds: run.secondsLeft,
      }
      const slot = { onCompute: this.#onCompute, idle: run.idle.signal }
      const one = await this.#server.ask(question, run.stop, slot)
      run.saw(one)
      if (stops && one.led_to && servedBy(new URL(one.led_to))) throw new LedElsewhere(one.led_to)
      return one
    })
    if (!answer.info) throw new Failure('broken', { cause: 'the extractor gave neither facts nor an error' })
    const info = { ...answer.info, is_preview: run.tags.includes('preview') }
    if (!answer.page) return info
    const { url: pageUrl, text } = answer.page
    return await withBelongings(info, { url: new URL(pageUrl), text }, this.#request)
  }
}
