import { randomBytes } from 'node:crypto'
import { causeText } from '#contract/cause-text.ts'
import type { Extraction } from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { ExitUse } from '../egress/exits.ts'
import { log } from '../log.ts'
import { publicUrl } from '../egress/public-url.ts'
import type { ExtractOptions, LinkExtractor } from '../fetch/link-extractor.ts'
import { Outcomes } from './outcomes.ts'
import { extractionOf } from './renditions/renditions.ts'
import { LedElsewhere } from './led-elsewhere.ts'
import { BoundLinks } from './bound-links.ts'
import { IdleExtractions } from './idle.ts'
import { Memory } from './memory.ts'
import { ExtractionRun } from './extraction-run.ts'
import { throughExit } from './through-exit.ts'
import { LinkFacts } from './link-facts.ts'
import { LiveServer } from './live-server.ts'
import { probe } from './probe/probe.ts'
import { RUNNING, selfTest, type TestedParts } from './self-test.ts'
import { Queue } from '../process/queue.ts'
import { Room } from '../process/room.ts'

const FORGET_MS = 30_000
/** A child that waits holds about 16 MB of its own. */
const IDLE_PER_SLOT = 4

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
  readonly #idle: IdleExtractions
  readonly #room: Room
  readonly #server: LiveServer
  readonly #forgetting: NodeJS.Timeout
  readonly #bound = new BoundLinks()
  #parts = RUNNING

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#queue = new Queue(config.EXTRACT_CHILDREN, config.EXTRACT_QUEUE)
    this.#idle = new IdleExtractions(IDLE_PER_SLOT * config.EXTRACT_CHILDREN)
    this.#room = new Room(config.WORK_DIR)
    this.#server = new LiveServer(config, egress)
    this.#forgetting = setInterval(() => this.#memory.forget(Date.now()), FORGET_MS).unref()
  }

  /** Rejects with an Error that explains the cause when yt-dlp cannot run. */
  get version(): Promise<string> {
    return this.#server.version
  }

  get parts(): TestedParts {
    return this.#parts
  }

  /** Extractions do not wait for it. */
  async selfTest(): Promise<void> {
    const { parts, problems } = await selfTest(this.#server, this.#egress)
    if (this.#server.closed) return
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
    this.#assertMemory()
    const idleEnd = new AbortController()
    const run = new ExtractionRun(link, options, idleEnd.signal)
    try {
      const extraction = await this.#queue.run(async (leaveSlot) => {
        const watch = this.#idle.watch(idleEnd, () => {
          leaveSlot()
          run.idle.abort()
          options.onIdle?.()
        })
        try {
          return await throughExit(this.#egress.exits, link, { ...options, signal: run.ending }, (exitUse) =>
            this.#runThrough(exitUse, run, url, watch.onCompute),
          )
        } finally {
          watch.end()
        }
      }, run.ending)
      this.#bound.remember(extraction)
      if (extraction.failed === undefined) this.#memory.remember(key, extraction, Date.now())
      this.#record(run, { code: extraction.failed ?? 'ok', platform: extraction.extractor })
      return extraction
    } catch (error) {
      if (error instanceof LedElsewhere) throw error
      const failure = Failure.from(idleEnd.signal.aborted ? idleEnd.signal.reason : error)
      this.#record(run, { code: failure.code, cause: causeText(failure.cause) })
      throw failure
    }
  }

  #assertMemory(): void {
    try {
      this.#room.assertMemory()
    } catch (error) {
      this.#idle.endLongest()
      throw error
    }
  }

  #record(
    { link, started, tags, requests, oddities, options }: ExtractionRun,
    { code, ...facts }: { code: FailureCode | 'ok'; platform?: string; cause?: string },
  ): void {
    this.outcomes.count(platformOf(new URL(link))?.id ?? 'web', code, tags)
    options.onOddities?.(oddities)
    log('extraction', {
      host: new URL(link).hostname,
      ms: Date.now() - started,
      ...(code !== 'ok' && { code }),
      ...facts,
      ...(requests > 0 && { requests }),
      ...(tags.length > 0 && { tags }),
      ...(Object.keys(oddities).length > 0 && { oddities }),
    })
  }

  exitOf(link: URL): string | undefined {
    return this.#bound.exitOf(link)
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting)
    await this.#server.close()
  }

  async #runThrough(
    exitUse: ExitUse,
    run: ExtractionRun,
    url: string,
    onCompute: () => void,
  ): Promise<Extraction> {
    const access = this.#egress.through(exitUse.id)
    const { info, source = url } = await new LinkFacts(this.#server, run, access, onCompute).read()
    const found = extractionOf(info, source, this.boot)
    const renditions = found.renditions.map((one) => ({
      ...one,
      ...(one.bound && exitUse.id !== undefined && { exit: exitUse.id }),
    }))
    const { FFPROBE: ffprobe, PYTHON: python } = this.#config
    const tools = { dispatcher: access.dispatcher, signal: run.ending, ffprobe, python }
    const probeOptions = { ...tools, isDurationHint: info.is_feed }
    return probe({ ...found, renditions }, probeOptions)
  }
}
