import { randomBytes } from 'node:crypto'
import { causeText } from '#contract/cause-text.ts'
import type { Extraction } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import { log } from '../log.ts'
import { targetOf } from '../egress/target.ts'
import type { ExtractOptions, LinkExtractor } from '../fetch/link-extractor.ts'
import { appFor } from './podcast-sites/index.ts'
import { failureOf } from '../ytdlp/errors.ts'
import { embeddedIn, type Embedded } from './embedded.ts'
import type { Answer, Info } from '../ytdlp/facts.ts'
import { ForkServer } from '../ytdlp/fork-server.ts'
import { extractionOf } from './renditions.ts'
import { Memory } from './memory.ts'
import { probed } from './probe.ts'
import { Queue } from '../process/queue.ts'

/** Facts, and the link they are of where that is another than the one asked for. */
type Found = { info: Info; source?: string }

/** `ending` fires when the caller leaves, like `signal`, and when the deadline is over, which yt-dlp's program keeps itself. */
type Way = ExtractOptions & { ending: AbortSignal }

/** Turns a link into its renditions. */
export class Extractor implements LinkExtractor {
  /** Which run of the merger this is: after a restart its address may differ, and bound media links with it. */
  readonly boot = randomBytes(6).toString('hex')
  readonly #config: Config
  readonly #egress: Egress
  readonly #memory = new Memory()
  readonly #queue: Queue
  #server: ForkServer
  #closed = false

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#queue = new Queue(config.EXTRACT_CHILDREN, config.EXTRACT_QUEUE)
    this.#server = new ForkServer(config, egress.proxy)
  }

  /** yt-dlp's version; rejects with a readable sentence when it cannot run here. */
  get version(): Promise<string> {
    return this.#server.version
  }

  load(): { busy: number; slots: number } {
    return { busy: this.#queue.busy, slots: this.#queue.slots }
  }

  /** Throws a Failure by its cause; `busy` when too many wait already. */
  async extract(url: string, options: ExtractOptions = {}): Promise<Extraction> {
    const { item, fresh = false } = options
    const link = targetOf(url).href
    const key = `${item ?? ''} ${link}`
    const known = fresh ? undefined : this.#memory.recall(key, Date.now())
    if (known) return known
    const started = Date.now()
    const deadline = AbortSignal.timeout(EXTRACTION_DEADLINE_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    try {
      const extraction = await this.#queue.run(async () => {
        const { info, source = url } = await this.#found(link, started, { ...options, ending: signal })
        const way = { dispatcher: this.#egress.dispatcher, signal, ffprobe: this.#config.FFPROBE }
        return await probed(extractionOf(info, source, this.boot), way)
      }, signal)
      this.#memory.remember(key, extraction, Date.now())
      log('extraction', { host: hostOf(link), platform: extraction.extractor, ms: Date.now() - started })
      return extraction
    } catch (error) {
      const failure = Failure.from(error)
      log('extraction', {
        host: hostOf(link),
        ms: Date.now() - started,
        code: failure.code,
        cause: causeText(failure.cause),
      })
      throw failure
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#server.close()
  }

  /** The facts of a link; of a page in which yt-dlp finds nothing, of what it embeds. */
  async #found(link: string, started: number, options: Way): Promise<Found> {
    try {
      return { info: await this.#said(link, started, options) }
    } catch (error) {
      const isPage = error instanceof Failure && error.code === 'unsupported' && !platformOf(new URL(link))
      const embedded = isPage ? await this.#embedded(link, started, options) : undefined
      if (embedded) return embedded
      throw error
    }
  }

  /** Throws what the site of an embedded item says; a player of no name that does not work is as good as none. */
  async #embedded(link: string, started: number, options: Way): Promise<Found | undefined> {
    let found: Embedded | undefined
    try {
      found = await embeddedIn(link, { dispatcher: this.#egress.dispatcher, signal: options.ending })
      if (!found || 'info' in found) return found
      return { info: await this.#said(found.link, started, options), source: found.link }
    } catch (error) {
      if (found && 'link' in found && platformOf(new URL(found.link))) throw error
      return undefined
    }
  }

  /** What an app of ours, else yt-dlp says of a link. */
  async #said(link: string, started: number, options: Way): Promise<Info> {
    const way = { dispatcher: this.#egress.dispatcher, signal: options.ending }
    return (await appFor(link)?.(way)) ?? (await this.#info(link, started, options))
  }

  /** What yt-dlp says of a link. */
  async #info(url: string, started: number, { item, signal }: ExtractOptions): Promise<Info> {
    const answer = await this.#ask({ url, ...(item && { item }) }, deadlineOf(started), signal)
    if (answer.error) throw failureOf(answer.error)
    if (!answer.info) throw new Failure('broken', { cause: 'the extractor answered nothing' })
    return answer.info
  }

  /** A fork server that died is replaced, and the order it took with it is given to the next one, once. */
  async #ask(order: { url: string; item?: number }, seconds: number, signal?: AbortSignal): Promise<Answer> {
    try {
      return await this.#living().ask({ ...order, seconds }, signal)
    } catch (error) {
      if (this.#server.alive || this.#closed || !(error instanceof Failure) || error.code !== 'merger_down')
        throw error
      return await this.#living().ask({ ...order, seconds }, signal)
    }
  }

  #living(): ForkServer {
    if (!this.#server.alive && !this.#closed) this.#server = new ForkServer(this.#config, this.#egress.proxy)
    return this.#server
  }
}

/** Seconds left of the deadline; waiting in line counts. */
const deadlineOf = (started: number) => Math.max(1, (started + EXTRACTION_DEADLINE_MS - Date.now()) / 1_000)
const hostOf = (link: string) => new URL(link).hostname
