import { Failure } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress, WayOut } from '../egress/egress.ts'
import type { ExtractOptions } from '../fetch/link-extractor.ts'
import type { Answer, Info } from '../ytdlp/facts.ts'
import { ForkServer } from '../ytdlp/fork-server.ts'
import { tagsOf, type WarningTag } from '../ytdlp/warnings.ts'
import { findEmbedded, type Embedded } from './embedded.ts'
import { firstAvailable } from './first-available.ts'
import { podcastSiteFor } from './podcast-sites/index.ts'

/**
 * The facts of a medium. `source` is the link of the medium when a page embeds it; absent when the requested
 * link leads to the medium itself.
 */
type MediumFacts = { info: Info; source?: string }

/**
 * `signal` fires when the caller disconnects. `ending` fires when the caller disconnects, and also at the
 * deadline. The yt-dlp process gets only `signal`, because it enforces the deadline itself and then reports
 * `timeout`.
 */
export type RunOptions = ExtractOptions & { ending: AbortSignal; report: Report; way: WayOut }

/** Facts about one extraction for the log line and the counters, collected while the extraction runs. */
export type Report = { tags: WarningTag[]; requests: number }

/**
 * Finds the facts of a link with the reader of a podcast site or with yt-dlp. For a page that yt-dlp does not
 * support, finds the facts of the medium that the page embeds.
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

  /** The running fork server, or the latest one if it has died. */
  get server(): ForkServer {
    return this.#server
  }

  /** True from the call of `close` on. */
  get closed(): boolean {
    return this.#closed
  }

  /** Ends the fork server. After that, no new one is started. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#server.close()
  }

  /**
   * Returns the facts of a link. When yt-dlp does not support a page, returns the facts of the medium that
   * the page embeds.
   */
  async of(link: string, started: number, options: RunOptions): Promise<MediumFacts> {
    try {
      return { info: await this.#info(link, started, options) }
    } catch (error) {
      const isPage = error instanceof Failure && error.code === 'unsupported' && !platformOf(new URL(link))
      const embedded = isPage ? await this.#embedded(link, started, options) : undefined
      if (embedded) return embedded
      throw error
    }
  }

  /**
   * Returns the facts of the medium that a page embeds. Throws when extracting an embedded item of a known
   * platform fails. Failures of other players count as "nothing embedded" (undefined).
   */
  async #embedded(link: string, started: number, options: RunOptions): Promise<MediumFacts | undefined> {
    let found: Embedded | undefined
    try {
      found = await findEmbedded(link, { dispatcher: options.way.dispatcher, signal: options.ending })
      if (!found || 'info' in found) return found
      return { info: await this.#info(found.link, started, options), source: found.link }
    } catch (error) {
      if (found && 'link' in found && platformOf(new URL(found.link))) throw error
      return undefined
    }
  }

  /**
   * Returns the facts of a link: from the reader of its podcast site if there is one, otherwise from yt-dlp.
   */
  async #info(link: string, started: number, options: RunOptions): Promise<Info> {
    const request = { dispatcher: options.way.dispatcher, signal: options.ending }
    return (
      (await podcastSiteFor(link)?.(request, options.item)) ?? (await this.#ytDlpInfo(link, started, options))
    )
  }

  async #ytDlpInfo(
    url: string,
    started: number,
    { item, signal, report, way }: Omit<RunOptions, 'ending'>,
  ): Promise<Info> {
    const answer = await firstAvailable(item, async (wanted) => {
      const request = { url, ...(wanted && { item: wanted }), proxy: way.proxy }
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
