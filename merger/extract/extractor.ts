import { randomBytes } from 'node:crypto'
import { causeText } from '#contract/cause-text.ts'
import type { Extraction } from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { ExitState, ExitUse } from '../egress/exits.ts'
import { log } from '../log.ts'
import { publicUrl } from '../egress/public-url.ts'
import type { ExtractOptions, LinkExtractor } from '../fetch/link-extractor.ts'
import { Outcomes } from './outcomes.ts'
import { extractionOf } from './renditions/renditions.ts'
import { BoundLinks } from './bound-links.ts'
import { byExits } from './by-exits.ts'
import { Memory } from './memory.ts'
import { LinkFacts, type Report, type RunOptions } from './link-facts.ts'
import { probe } from './probe/probe.ts'
import { RUNNING, selfTest, type Parts } from './self-test.ts'
import { Queue } from '../process/queue.ts'
import { Room } from '../process/room.ts'

/** Milliseconds between two deletions of expired extractions. */
const FORGET_MS = 30_000

/**
 * Extracts links with `LinkFacts`, through the network exits (proxies or the direct connection) of their
 * platforms. When memory is short or the queue is full, an extraction fails at once. Otherwise it waits in
 * the queue until a slot is free. This class also remembers recent extractions, and it counts and logs
 * outcomes.
 */
export class Extractor implements LinkExtractor {
  /**
   * A random name for this run of the merger process. After a restart the merger may have another IP address.
   * Media links that are bound to an earlier run then no longer work, so the edge must not send them to this
   * run.
   */
  readonly boot = randomBytes(6).toString('hex')
  /** Numbers of extractions by outcome since the process started. */
  readonly outcomes = new Outcomes()
  readonly #config: Config
  readonly #egress: Egress
  readonly #memory = new Memory()
  readonly #queue: Queue
  readonly #room: Room
  readonly #facts: LinkFacts
  readonly #forgetting: NodeJS.Timeout
  readonly #bound = new BoundLinks()
  #parts = RUNNING

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#queue = new Queue(config.EXTRACT_CHILDREN, config.EXTRACT_QUEUE)
    this.#room = new Room(config.WORK_DIR)
    this.#facts = new LinkFacts(config, egress)
    this.#forgetting = setInterval(() => this.#memory.forget(Date.now()), FORGET_MS).unref()
  }

  /** yt-dlp's version. Rejects with an Error that explains the cause when yt-dlp cannot run. */
  get version(): Promise<string> {
    return this.#facts.version
  }

  /**
   * The versions of yt-dlp's optional parts (JavaScript runtime, challenge solver, curl_cffi) that worked in
   * the self-test.
   */
  get parts(): Parts {
    return this.#parts
  }

  /** Runs the self-test and logs its result. Extractions do not wait for the end of the self-test. */
  async selfTest(): Promise<void> {
    const { parts, problems } = await selfTest(this.#facts.server, this.#egress)
    if (this.#facts.closed) return
    this.#parts = parts
    log('ready', { yt_dlp: await this.version, ...parts, ...(problems.length > 0 && { problems }) })
  }

  load(): { busy: number; slots: number } {
    return { busy: this.#queue.busy, slots: this.#queue.slots }
  }

  /**
   * Extracts a link, or returns a recent extraction of the same link. If the link leads to a list and none of
   * its first items can be extracted, returns only the list, with the failure code in `failed`. Throws `busy`
   * when memory is short, when the queue is full, or when no slot becomes free in time. If the extraction
   * fails, throws a Failure with the reason.
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
            (exitUse) =>
              this.#runThrough(exitUse, link, url, started, { ...options, report, ending: signal }),
            options.visitor,
          ),
        signal,
      )
      this.#bound.remember(extraction)
      if (extraction.failed === undefined) this.#memory.remember(key, extraction, Date.now())
      this.#record(link, started, report, { code: extraction.failed ?? 'ok', platform: extraction.extractor })
      return extraction
    } catch (error) {
      const failure = Failure.from(error)
      this.#record(link, started, report, { code: failure.code, cause: causeText(failure.cause) })
      throw failure
    }
  }

  /** Adds an extraction to the counters and writes its log line. */
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
   * Returns the network exit through which the relay must fetch a media link of a recent extraction. Returns
   * undefined for the default exit, and when no exit is remembered.
   */
  exitOf(link: URL): string | undefined {
    return this.#bound.exitOf(link)
  }

  /**
   * Returns the circuit-breaker states for `/healthz`: one for each pair of network exit and platform that
   * has been used.
   */
  exitStates(): ExitState[] {
    return this.#egress.exits.states()
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting)
    await this.#facts.close()
  }

  async #runThrough(
    exitUse: ExitUse,
    link: string,
    url: string,
    started: number,
    options: Omit<RunOptions, 'access'>,
  ): Promise<Extraction> {
    const access = this.#egress.through(exitUse.id)
    const { info, source = url } = await this.#facts.of(link, started, { ...options, access })
    const found = extractionOf(info, source, this.boot)
    const renditions = found.renditions.map((one) => ({
      ...one,
      ...(one.bound && exitUse.id !== undefined && { exit: exitUse.id }),
    }))
    const { FFPROBE: ffprobe, PYTHON: python } = this.#config
    const probeOptions = { dispatcher: access.dispatcher, signal: options.ending, ffprobe, python }
    return probe({ ...found, renditions }, probeOptions)
  }
}

const hostOf = (link: string) => new URL(link).hostname
