import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Feed } from '../../fetch/feed.ts'
import { LeastRate, type RateLimits } from '../../fetch/least-rate.ts'
import type { Address, Part, Run } from '#media/lists/timeline.ts'
import { ahead } from './ahead.ts'
import type { PartRequests } from '../../fetch/part-requests.ts'
import { cutPlace, PartTrace } from './part-trace.ts'
import { withoutTag } from './without-tag.ts'

const LANES = 4
const HEAD_BYTES = 64 * 1024
/** Neighboring ranges of one resource are requested together, up to this length. */
const JOINED_RANGE = 4 * 1024 ** 2

export type PartsOptions = {
  signal: AbortSignal
  onBytes: (count: number) => void
  leastRate: RateLimits
  maxBytes?: number
}

/** Turns the bytes of one run into bytes that continue the run before it. */
export type JoinRun = (index: number, bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

export class Parts implements Feed {
  readonly size = null
  readonly isExact = false
  head: Buffer = Buffer.alloc(0)
  readonly #bytes: AsyncGenerator<Buffer>
  readonly #options: PartsOptions

  private constructor(runs: Run[], requests: PartRequests, join: JoinRun | null, options: PartsOptions) {
    this.#options = options
    this.#bytes = this.#read(runs, requests, join)
  }

  static async open(
    runs: Run[],
    requests: PartRequests,
    join: JoinRun | null,
    options: PartsOptions,
  ): Promise<Parts> {
    const feed = new Parts(runs, requests, join, options)
    const chunks: Buffer[] = []
    let length = 0
    while (length < HEAD_BYTES) {
      const next = await feed.#bytes.next()
      if (next.done) break
      chunks.push(next.value)
      length += next.value.length
    }
    if (length === 0) throw new Failure('source_failed', { cause: 'empty parts' })
    feed.head = Buffer.concat(chunks)
    return feed
  }

  async *bytes(): AsyncGenerator<Buffer> {
    const { maxBytes = MAX_FILE_BYTES } = this.#options
    let length = this.head.length
    try {
      yield this.head
      for await (const chunk of this.#bytes) {
        length += chunk.length
        if (length > maxBytes) throw new Failure('too_big')
        yield chunk
      }
    } finally {
      await this.#bytes.return(undefined)
    }
  }

  async *#read(runs: Run[], requests: PartRequests, join: JoinRun | null): AsyncGenerator<Buffer> {
    const { leastRate, onBytes, signal } = this.#options
    const rate = new LeastRate(leastRate)
    const [first]: (Address | undefined)[] = runs[0]?.parts ?? []
    for (const [index, run] of runs.entries()) {
      const traces = new Map(run.parts.map((part) => [part as Address, new PartTrace()]))
      const read = async function* (part: Address, stop: AbortSignal) {
        const ended = AbortSignal.any([stop, rate.signal, signal])
        const whole = requests.bytes(part, ended, traces.get(part))
        for await (const chunk of part === first ? whole : withoutTag(whole)) {
          rate.receive(chunk.length)
          onBytes(chunk.length)
          yield chunk
        }
      }
      const bytes = rate.pace(ahead(addressesOf(run), LANES, read))
      yield* join ? join(index, bytes) : bytes
      assertWhole(run, traces)
    }
  }
}

/** A range has the length that was asked for. */
function assertWhole({ parts }: Run, traces: ReadonlyMap<Address, PartTrace>): void {
  if (parts.some(({ range }) => range?.length)) return
  const place = cutPlace(parts.map((part) => ({ trace: traces.get(part)!, seconds: part.seconds })))
  if (place !== undefined)
    throw new Failure('source_failed', { cause: `part ${place + 1} of ${parts.length} is cut off` })
}

function* addressesOf({ map, parts }: Run): Generator<Address> {
  if (map) yield map
  let open: Part | null = null
  for (const part of parts) {
    const joined: Part | null = open && followed(open, part)
    if (open && !joined) yield open
    open = joined ?? part
  }
  if (open) yield open
}

function followed(part: Part, next: Part): Part | null {
  const length = part.range?.length ?? null
  const more = next.range?.length ?? null
  if (part.key || next.key || !part.range || !next.range || length === null || more === null) return null
  const isNext = part.urls[0] === next.urls[0] && part.range.start + length === next.range.start
  if (!isNext || length + more > JOINED_RANGE) return null
  return { ...part, range: { start: part.range.start, length: length + more } }
}
