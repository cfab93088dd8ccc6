import { spawn, type ChildProcessByStdio } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { answerSchema, readySchema, type Answer } from './facts.ts'

const PROGRAM = path.join(import.meta.dirname, 'server.py')
/** yt-dlp extractors that the program loads before the first request. */
const WARM_UP = platforms.flatMap((platform) => platform.warmUp ?? [])
const READY_MS = 30_000
const GRACE_SECONDS = 5
const LAST_WORDS = 2_000

type Asked = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/** One run of the Python program that extracts. It ends with us: the end of its stdin is the end of it. */
export class ForkServer {
  /** yt-dlp's version, once the program is warm. Rejects with a readable sentence when it cannot start. */
  readonly version: Promise<string>
  /** Whether orders are still taken. */
  alive = true
  #process: ChildProcessByStdio<Writable, Readable, Readable>
  #asked = new Map<number, Asked>()
  #next = 1
  #lastWords = ''

  constructor(config: Config, guard: string) {
    fs.mkdirSync(config.WORK_DIR, { recursive: true })
    const child = spawn(config.PYTHON, [PROGRAM, guard, process.execPath, JSON.stringify(WARM_UP)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment(config),
    })
    this.#process = child
    child.stdin.on('error', (error) => this.#end(error))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS)
    })
    const ready = Promise.withResolvers<string>()
    this.version = ready.promise
    // Nobody may be waiting yet when it fails; whoever asks gets the same rejection.
    this.version.catch(() => {})
    const tooLate = setTimeout(() => this.#end(new Error('it was not ready in time')), READY_MS)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value: unknown = JSON.parse(line)
      const first = readySchema.safeParse(value)
      if (first.success) {
        clearTimeout(tooLate)
        ready.resolve(first.data.yt_dlp)
      } else this.#answer(answerSchema.parse(value))
    })
    child.on('error', (error) => this.#end(error))
    child.on('close', (code, signal) => {
      clearTimeout(tooLate)
      this.#end(new Error(`it ended with ${signal ?? code}`))
      ready.reject(
        new Error(
          `yt-dlp cannot run with ${config.PYTHON}. ${this.#lastWords.trim().split('\n').at(-1) ?? ''}`,
        ),
      )
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** One child's answer. Throws `cancelled` when the signal fires, `merger_down` when the program ended meanwhile. */
  async ask(order: { url: string; item?: number; seconds: number }, signal?: AbortSignal): Promise<Answer> {
    await this.version
    if (signal?.aborted) throw new Failure('cancelled')
    if (!this.alive) throw new Failure('merger_down')
    const id = this.#next++
    const cancel = () => this.#write({ cancel: id })
    signal?.addEventListener('abort', cancel, { once: true })
    // The program keeps the deadline itself; one that does not even answer then is ended.
    const hung = setTimeout(
      () => this.#end(new Error('it does not answer')),
      (order.seconds + GRACE_SECONDS) * 1_000,
    )
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#asked.set(id, { resolve, reject })
        this.#write({ id, ...order })
      })
    } finally {
      clearTimeout(hung)
      this.#asked.delete(id)
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ends the program and everything it runs. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null || !this.#process.pid) return
    const gone = new Promise((resolve) => this.#process.once('close', resolve))
    this.alive = false
    this.#process.stdin.end()
    const late = setTimeout(() => this.#process.kill('SIGKILL'), 2_000)
    await gone
    clearTimeout(late)
  }

  #write(order: object): void {
    if (this.alive) this.#process.stdin.write(`${JSON.stringify(order)}\n`)
  }

  #answer(answer: Answer): void {
    this.#asked.get(answer.id)?.resolve(answer)
  }

  #end(error: Error): void {
    const said = this.#lastWords.trim().replace(/https?:\/\/\S+/g, '<link>')
    if (this.alive) log('extractor_ended', { error: error.message, said: said.slice(-500) })
    this.alive = false
    this.#process.kill('SIGKILL')
    for (const asked of this.#asked.values()) asked.reject(new Failure('merger_down', { cause: error }))
  }
}

/** An allow-list: a `NO_PROXY` among what we inherited would lead around the guard. */
function environment(config: Config): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: config.WORK_DIR,
    TMPDIR: config.WORK_DIR,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    ...(config.YT_DLP_PATH && { PYTHONPATH: config.YT_DLP_PATH }),
    ...(config.SSL_CERT_FILE && { SSL_CERT_FILE: config.SSL_CERT_FILE }),
  }
}
