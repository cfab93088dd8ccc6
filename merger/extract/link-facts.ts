import { Failure, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { hostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress, ExitAccess } from '../egress/egress.ts'
import type { ExtractOptions } from '../fetch/link-extractor.ts'
import type { Answer, Info } from '../ytdlp/facts.ts'
import { ForkServer } from '../ytdlp/fork-server.ts'
import { tagsOf, type WarningTag } from '../ytdlp/warnings.ts'
import { entriesOf, findEmbedded } from './embedded.ts'
import { concernsOneItem, firstAvailable, listWithoutFormats } from './first-available.ts'
import { podcastSiteFor } from './podcast-sites/index.ts'
import { readPage, type Page } from './podcast-sites/page.ts'

/**
 * The extracted facts (`info`). `source` is present only if the extraction of the requested link failed and
 * another link was extracted instead:
 * - If the requested page embeds exactly one link, `source` is this link.
 * - If the requested link redirects to a page on a podcast site, `source` is the canonical link of this page.
 */
type MediumFacts = { info: Info; source?: string }

/**
 * `signal` fires when the caller disconnects. `ending` fires in the same case, and also at the deadline. The
 * yt-dlp process gets only `signal`, because it stops at the deadline by itself and reports `timeout`.
 */
export type RunOptions = ExtractOptions & { ending: AbortSignal; report: Report; access: ExitAccess }

/** The values that one extraction adds to the log line and to the counters. */
export type Report = { tags: WarningTag[]; requests: number }

/**
 * Finds the facts of the medium at a link. For the sites in podcast-sites/, the merger reads the site itself.
 * For any other link, it runs yt-dlp. If yt-dlp does not support a page, finds the facts of the medium that
 * the page embeds.
 */
export class LinkFacts {
  readonly #config: Config
  readonly #egress: Egress
  #server: ForkServer
  #closed = false

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#server = new ForkServer(config, egress.proxy, egress.provider)
  }

  /** yt-dlp's version. Rejects with an Error that explains the cause when yt-dlp cannot run. */
  get version(): Promise<string> {
    return this.#server.version
  }

  /** The latest fork server, which may have died. */
  get server(): ForkServer {
    return this.#server
  }

  /** True after `close` has been called. */
  get closed(): boolean {
    return this.#closed
  }

  /** Ends the fork server. After that, no new fork server is started. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#server.close()
  }

  /**
   * Returns the facts of a link. When yt-dlp does not support the page to which the link leads, returns the
   * facts of the episode or of the embedded medium that the page shows.
   */
  async of(link: string, started: number, options: RunOptions): Promise<MediumFacts> {
    try {
      return { info: await this.#info(link, started, options) }
    } catch (error) {
      const found = await this.#onPage(link, started, options, Failure.from(error).code)
      if (found) return found
      throw error
    }
  }

  /**
   * Finds the medium on the page to which a link leads. Called after yt-dlp has failed with `code`. Reads the
   * page only if both of these conditions are met:
   * - The code is `unsupported` or `drm`.
   * - The link is on no known platform, or its host is one of the `redirectHosts` of its platform, which
   *   redirect to other sites.
   *
   * If the page is on a podcast site, returns the facts of the page's canonical link. If it is on another
   * site and the code is `unsupported`, returns the facts of the medium that the page embeds. In all other
   * cases, returns undefined.
   */
  async #onPage(
    link: string,
    started: number,
    options: RunOptions,
    code: FailureCode,
  ): Promise<MediumFacts | undefined> {
    // If yt-dlp failed with `drm`, the page is read too: yt-dlp reports `drm` for every link to Spotify, and
    // a short link can lead to an episode that the merger can find elsewhere (podcast-sites/spotify.ts).
    if (code !== 'unsupported' && code !== 'drm') return undefined
    const platform = platformOf(new URL(link))
    if (platform && !platform.redirectHosts?.includes(hostOf(new URL(link)))) return undefined
    const request = { dispatcher: options.access.dispatcher, signal: options.ending }
    const page = await readPage(link, request).catch(() => undefined)
    if (!page) return undefined
    const source = canonicalLink(page.url.href).url
    if (podcastSiteFor(source)) return { info: await this.#info(source, started, options), source }
    return code === 'unsupported' ? this.#embedded(page, link, started, options) : undefined
  }

  /**
   * Returns the facts of the medium that a page embeds; undefined if the page embeds nothing. If the page
   * embeds several media, `#oneOf` extracts one of them. If the page embeds only one link, and the extraction
   * of this link fails:
   * - For an item of a known platform, throws the Failure.
   * - For a player of an unknown site, returns undefined.
   */
  async #embedded(
    page: Page,
    link: string,
    started: number,
    options: RunOptions,
  ): Promise<MediumFacts | undefined> {
    const found = findEmbedded(page, link)
    if (!found || 'info' in found) return found
    const [source, ...others] = found.links
    if (source === undefined) return undefined
    if (others.length > 0) return { info: await this.#oneOf(found.links, link, started, options) }
    try {
      return { info: await this.#info(source, started, options), source }
    } catch (error) {
      if (platformOf(new URL(source))) throw error
      return undefined
    }
  }

  /**
   * Returns the facts of the requested embedded item, together with the list of all items. When no item was
   * requested, extracts the first one. If this fails for a reason that concerns only that item, returns the
   * list without formats.
   */
  async #oneOf(links: readonly string[], page: string, started: number, options: RunOptions): Promise<Info> {
    const index = options.item ?? 1
    const chosen = links[index - 1]
    if (chosen === undefined) throw new Failure('no_media', { cause: 'the list has no such item' })
    const entries = entriesOf(links)
    const { item: _, ...others } = options
    try {
      const info = await this.#info(chosen, started, others)
      return { ...info, item: { index, total: links.length }, entries }
    } catch (error) {
      const { code } = Failure.from(error)
      if (options.item !== undefined || !concernsOneItem(code)) throw error
      const title = new URL(page).hostname
      return listWithoutFormats({ index, total: links.length, title, is_feed: false, entries }, code)
    }
  }

  /**
   * Returns the facts of a link: from the reader of its podcast site if there is one, otherwise from yt-dlp.
   */
  async #info(link: string, started: number, options: RunOptions): Promise<Info> {
    const request = { dispatcher: options.access.dispatcher, signal: options.ending }
    return (
      (await podcastSiteFor(link)?.(request, options.item)) ?? (await this.#ytDlpInfo(link, started, options))
    )
  }

  async #ytDlpInfo(
    url: string,
    started: number,
    { item, signal, report, access }: Omit<RunOptions, 'ending'>,
  ): Promise<Info> {
    const answer = await firstAvailable(item, async (wanted) => {
      const request = { url, ...(wanted && { item: wanted }), proxy: access.proxy }
      const one = await this.#ask(request, secondsLeft(started), signal)
      report.tags = tagsOf(one.warnings ?? [])
      report.requests += one.requests ?? 0
      return one
    })
    if (!answer.info) throw new Failure('broken', { cause: 'the extractor gave neither facts nor an error' })
    return { ...answer.info, is_preview: report.tags.includes('preview') }
  }

  /**
   * Sends a request to the fork server. When the fork server dies meanwhile, sends the request once more to
   * its replacement.
   */
  async #ask(
    request: { url: string; item?: number; proxy: string },
    seconds: number,
    signal?: AbortSignal,
  ): Promise<Answer> {
    try {
      return await this.#liveServer().ask({ ...request, seconds }, signal)
    } catch (error) {
      if (this.#server.alive || this.#closed || !(error instanceof Failure) || error.code !== 'merger_down')
        throw error
      return await this.#liveServer().ask({ ...request, seconds }, signal)
    }
  }

  #liveServer(): ForkServer {
    const { proxy, provider } = this.#egress
    if (!this.#server.alive && !this.#closed) this.#server = new ForkServer(this.#config, proxy, provider)
    return this.#server
  }
}

/**
 * Seconds until the deadline of an extraction. The time that the extraction waited in the queue counts
 * towards the deadline.
 */
const secondsLeft = (started: number) => Math.max(1, (started + EXTRACTION_DEADLINE_MS - Date.now()) / 1_000)
