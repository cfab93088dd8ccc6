import { randomBytes } from 'node:crypto'
import { causeText } from '#contract/cause-text.ts'
import type { Extraction } from '#contract/engine.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress, WayOut } from '../egress/egress.ts'
import type { ExitState, Passage } from '../egress/exits.ts'
import { log } from '../log.ts'
import { publicUrl } from '../egress/public-url.ts'
import type { ExtractOptions, LinkExtractor } from '../fetch/link-extractor.ts'
import { podcastSiteFor } from './podcast-sites/index.ts'
import { findEmbedded, type Embedded } from './embedded.ts'
import type { Answer, Info } from '../ytdlp/facts.ts'
import { ForkServer } from '../ytdlp/fork-server.ts'
import { tagsOf, type WarningTag } from '../ytdlp/warnings.ts'
import { Outcomes } from './outcomes.ts'
import { extractionOf } from './renditions.ts'
import { BoundLinks } from './bound-links.ts'
import { byExits } from './by-exits.ts'
import { Memory } from './memory.ts'
import { firstAvailable } from './first-available.ts'
import { probe } from './probe.ts'
import { RUNNING, selfTest, type Parts } from './self-test.ts'
import { Queue } from '../process/queue.ts'
import { Room } from '../process/room.ts'

/** Milliseconds between two deletions of expired extractions. */
const FORGET_MS = 30_000

/**
 * The facts of a medium. `source` is the link of an embedded medium; absent when the requested link itself is
 * the medium.
 */
type LinkFacts = { info: Info; source?: string }

/**
 * `signal` fires when the caller disconnects. `ending` fires when the caller disconnects, and also at the
 * deadline. The yt-dlp process gets only `signal`, because it enforces the deadline itself and then reports
 * `timeout`.
 */
type RunOptions = ExtractOptions & { ending: AbortSignal; report: Report; way: WayOut }

/** Facts about one extraction for the log line and the counters, collected while the extraction runs. */
type Report = { tags: WarningTag[]; requests: number }

/**
 * Extracts links with the reader of a podcast site or with yt-dlp. For a page that yt-dlp does not support,
 * the extractor extracts the media that the page embeds.
 */
export class Extractor implements LinkExtractor {
  /**
   * A random name for this run of the merger process. After a restart the merger may have another IP address,
   * so the edge must not send it media links that are bound to an earlier run.
   */
  readonly boot = randomBytes(6).toString('hex')
  /** Counts of the outcomes of all extractions since the process started. */
  readonly outcomes = new Outcomes()
  readonly #config: Config
  readonly #egress: Egress
  readonly #memory = new Memory()
  readonly #queue: Queue
  readonly #room: Room
  #server: ForkServer
  readonly #forgetting: NodeJS.Timeout
  readonly #bound = new BoundLinks()
  #closed = false
  #parts = RUNNING

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#queue = new Queue(config.EXTRACT_CHILDREN, config.EXTRACT_QUEUE)
    this.#room = new Room(config.WORK_DIR)
    this.#server = new ForkServer(config, egress.proxy, egress.provider)
    this.#forgetting = setInterval(() => this.#memory.forget(Date.now()), FORGET_MS).unref()
  }

  /** yt-dlp's version. Rejects with an Error that explains the cause when yt-dlp cannot run. */
  get version(): Promise<string> {
    return this.#server.version
  }

  /** The versions of the optional parts that worked in the self-test. */
  get parts(): Parts {
    return this.#parts
  }

  /** Runs the self-test and logs its result. Extractions do not wait for the end of the self-test. */
  async selfTest(): Promise<void> {
    const { parts, problems } = await selfTest(this.#server, this.#egress)
    if (this.#closed) return
    this.#parts = parts
    log('ready', { yt_dlp: await this.version, ...parts, ...(problems.length > 0 && { problems }) })
  }

  load(): { busy: number; slots: number } {
    return { busy: this.#queue.busy, slots: this.#queue.slots }
  }

  /**
   * Extracts a link, or returns a recent extraction of the same link. Throws a Failure: `busy` when the queue
   * is full or memory is short, otherwise the reason why the link cannot be extracted.
   */
  async extract(url: string, options: ExtractOptions = {}): Promise<Extraction> {
    const { item, fresh = false } = options
    const link = publicUrl(url).href
    const key = `${item ?? ''} ${link}`
    const known = fresh ? undefined : this.#memory.recall(key, Date.now())
    if (known) return known
    this.#room.assertMemory()
    const started = Date.now()
    const report: Report = { tags: [], requests: 0 }
    const deadline = AbortSignal.timeout(EXTRACTION_DEADLINE_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    try {
      const extraction = await this.#queue.run(
        () =>
          byExits(
            this.#egress.exits,
            link,
            signal,
            (passage) => this.#byPassage(passage, link, url, started, { ...options, report, ending: signal }),
            options.visitor,
          ),
        signal,
      )
      this.#bound.remember(extraction)
      this.#memory.remember(key, extraction, Date.now())
      this.#record(link, started, report, { code: 'ok', platform: extraction.extractor })
      return extraction
    } catch (error) {
      const failure = Failure.from(error)
      this.#record(link, started, report, { code: failure.code, cause: causeText(failure.cause) })
      throw failure
    }
  }

  /** Counts an extraction and writes its log line. */
  #record(
    link: string,
    started: number,
    { tags, requests }: Report,
    { code, ...facts }: { code: FailureCode | 'ok'; platform?: string; cause?: string },
  ): void {
    this.outcomes.count(platformOf(new URL(link))?.id ?? 'web', code, tags)
    log('extraction', {
      host: hostOf(link),
      ms: Date.now() - started,
      ...(code !== 'ok' && { code }),
      ...facts,
      ...(requests > 0 && { requests }),
      ...(tags.length > 0 && { tags }),
    })
  }

  /**
   * Returns the exit that a media link of a recent extraction is bound to; undefined for the default exit.
   */
  exitOf(link: URL): string | undefined {
    return this.#bound.exitOf(link)
  }

  /** The exits and platforms that have been used, for `/healthz`. */
  exitStates(): ExitState[] {
    return this.#egress.exits.states()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#forgetting)
    await this.#server.close()
  }

  async #byPassage(
    passage: Passage,
    link: string,
    url: string,
    started: number,
    options: Omit<RunOptions, 'way'>,
  ): Promise<Extraction> {
    const way = this.#egress.through(passage.id)
    const { info, source = url } = await this.#linkFacts(link, started, { ...options, way })
    const found = extractionOf(info, source, this.boot)
    const renditions = found.renditions.map((one) => ({
      ...one,
      ...(one.bound && passage.id !== undefined && { exit: passage.id }),
    }))
    const { FFPROBE: ffprobe, PYTHON: python } = this.#config
    const probeOptions = { dispatcher: way.dispatcher, signal: options.ending, ffprobe, python }
    return probe({ ...found, renditions }, probeOptions)
  }

  /**
   * Returns the facts of a link. When yt-dlp does not support a page, returns the facts of the medium that
   * the page embeds.
   */
  async #linkFacts(link: string, started: number, options: RunOptions): Promise<LinkFacts> {
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
  async #embedded(link: string, started: number, options: RunOptions): Promise<LinkFacts | undefined> {
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

/** Seconds until the deadline of an extraction. The time that an extraction waited in the queue counts. */
const secondsLeft = (started: number) => Math.max(1, (started + EXTRACTION_DEADLINE_MS - Date.now()) / 1_000)
const hostOf = (link: string) => new URL(link).hostname
