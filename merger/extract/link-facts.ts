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
 * `source` is present only if another link was extracted instead: the only one that the page embeds, or the
 * page of a podcast site behind a redirect.
 */
type MediumFacts = { info: Info; source?: string }

/**
 * `ending` also fires at the deadline. yt-dlp's process gets only `signal`, because it stops at the deadline
 * by itself and reports `timeout`.
 */
export type RunOptions = ExtractOptions & { ending: AbortSignal; report: Report; access: ExitAccess }

export type Report = { tags: WarningTag[]; requests: number }

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

  get version(): Promise<string> {
    return this.#server.version
  }

  get server(): ForkServer {
    return this.#server
  }

  get closed(): boolean {
    return this.#closed
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#server.close()
  }

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
   * Only after `unsupported` or `drm`, and only for a link of no known platform or of a host that redirects
   * to other sites.
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

  /** When the fork server dies meanwhile, the request goes once more to its replacement. */
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

/** The time in the queue counts towards the deadline. */
const secondsLeft = (started: number) => Math.max(1, (started + EXTRACTION_DEADLINE_MS - Date.now()) / 1_000)
