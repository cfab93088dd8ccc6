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

const FORGET_MS = 30_000

export class Extractor implements LinkExtractor {
  /**
   * After a restart the merger may have another address. Bound media links of an earlier run then no longer
   * work, so the edge must not send them here.
   */
  readonly boot = randomBytes(6).toString('hex')
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

  /** Rejects with an Error that explains the cause when yt-dlp cannot run. */
  get version(): Promise<string> {
    return this.#facts.version
  }

  get parts(): Parts {
    return this.#parts
  }

  /** Extractions do not wait for it. */
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
   * If none of the first items of a list can be extracted, returns only the list, with the code in `failed`.
   * Throws `busy` when memory is short, the queue is full or no slot becomes free.
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

  exitOf(link: URL): string | undefined {
    return this.#bound.exitOf(link)
  }

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
