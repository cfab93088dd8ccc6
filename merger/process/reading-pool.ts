import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { Queue } from './queue.ts'
import type { Readers } from './readers.ts'
import { valueOf, type Reading, type Order } from './reading-wire.ts'

type Limits = {
  threads: number
  waiting: number
  /** Real files need less than a tenth. */
  cpuMs: number
  /** A thread that cannot say how much CPU it has used ends here. */
  wallMs: number
  checkMs: number
  memory: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number }
}

const LIMITS: Limits = {
  threads: 2,
  waiting: 500,
  cpuMs: 2_000,
  wallMs: 60_000,
  checkMs: 250,
  memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

const MAX_SPENT = 1_000

/**
 * Reads bytes of strangers outside the event loop, which serves everybody. Bytes that cost too much end their
 * own link alone, and are not read again.
 */
export class ReadingPool {
  readonly #program: URL
  readonly #limits: Limits
  readonly #queue: Queue
  readonly #idle: Worker[] = []
  /** Digests of what has exceeded a limit. */
  readonly #spent = new Set<string>()

  constructor(program: URL, limits: Limits = LIMITS) {
    this.#program = program
    this.#limits = limits
    this.#queue = new Queue(limits.threads, limits.waiting)
  }

  warm(): void {
    while (this.#idle.length < this.#limits.threads) this.#idle.push(this.#start())
  }

  /** Throws the failures of the reader, and `too_big` when it exceeds the limits of a thread. */
  async read<K extends keyof Readers>(
    name: K,
    args: Parameters<Readers[K]>,
    signal: AbortSignal = NEVER,
  ): Promise<ReturnType<Readers[K]>> {
    const order = { name, args }
    const found = await this.#queue
      .run(() => this.#inThread(order), signal)
      .catch((error: unknown) => {
        signal.throwIfAborted()
        throw error
      })
    return valueOf(found) as ReturnType<Readers[K]>
  }

  async #inThread(order: Order): Promise<Reading> {
    if (this.#spent.size > 0 && this.#spent.has(digestOf(order)))
      throw new Failure('too_big', { cause: SPENT })
    const thread = this.#idle.pop() ?? this.#start()
    thread.ref()
    const ending = new AbortController()
    try {
      const found = await Promise.race([answerOf(thread, order), this.#overrun(thread, ending.signal)])
      thread.unref()
      this.#idle.push(thread)
      return found
    } catch (error) {
      void thread.terminate()
      this.#idle.push(this.#start())
      if (!(error instanceof Failure)) throw new Failure('internal', { cause: error })
      if (error.code === 'too_big') this.#remember(order)
      throw error
    } finally {
      ending.abort()
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { execArgv: [], resourceLimits: this.#limits.memory })
    // Each order has its own listener; a thread that ends between two of them must not end this process.
    thread.on('error', () => undefined)
    thread.unref()
    return thread
  }

  #overrun(thread: Worker, ended: AbortSignal): Promise<never> {
    const { cpuMs, wallMs, checkMs } = this.#limits
    return new Promise((_, reject) => {
      let first: NodeJS.CpuUsage | undefined
      let passed = 0
      const check = async () => {
        passed += checkMs
        if (passed >= wallMs) reject(new Failure('busy', { cause: 'a reading thread' }))
        const { user, system } = await thread.cpuUsage(first)
        first ??= { user, system }
        if (first.user !== user && user + system > cpuMs * 1_000)
          reject(new Failure('too_big', { cause: SPENT }))
      }
      const timer = setInterval(() => void check().catch(() => undefined), checkMs)
      ended.addEventListener('abort', () => clearInterval(timer), { once: true })
    })
  }

  #remember(order: Order): void {
    log('reading_ended', { reader: order.name })
    if (this.#spent.size >= MAX_SPENT) this.#spent.delete(this.#spent.values().next().value!)
    this.#spent.add(digestOf(order))
  }
}

const NEVER = new AbortController().signal
const SPENT = 'more work than any real file'

function answerOf(thread: Worker, order: Order): Promise<Reading> {
  const moved: ArrayBuffer[] = []
  const args = order.args.map((one) => {
    if (!(one instanceof Uint8Array)) return one
    const copy = new Uint8Array(one)
    moved.push(copy.buffer)
    return copy
  })
  return new Promise((resolve, reject) => {
    const settle = () => {
      thread.off('message', onAnswer).off('error', onError).off('exit', onExit)
    }
    const onAnswer = (found: Reading) => {
      settle()
      resolve(found)
    }
    const onError = (error: NodeJS.ErrnoException) => {
      settle()
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? new Failure('too_big', { cause: SPENT }) : error)
    }
    const onExit = () => {
      settle()
      reject(new Error('a reading thread has ended'))
    }
    thread.on('message', onAnswer).on('error', onError).on('exit', onExit)
    thread.postMessage({ name: order.name, args }, moved)
  })
}

function digestOf({ name, args }: Order): string {
  const parts = args.map((one) =>
    one instanceof Uint8Array ? hash('sha256', one) : hash('sha256', JSON.stringify(one) ?? ''),
  )
  return [name, ...parts].join(' ')
}

export const reading = new ReadingPool(new URL('reading-thread.ts', import.meta.url))
