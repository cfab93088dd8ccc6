import { spawn, type ChildProcessByStdio } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Failure } from '#contract/failure.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import { memoryOfSystem } from '../process/room.ts'
import { NO_HOME } from '../process/run.ts'
import { answerSchema, readySchema, type Answer } from './facts.ts'

const PROGRAM = path.join(import.meta.dirname, 'server.py')
const WARM_UP = platforms.flatMap((platform) => platform.warmUp ?? [])
/** As long as the edge waits for a container: on one busy core, yt-dlp alone has needed more than 30 s. */
const READY_MS = 90_000
/** The Python program enforces each deadline itself. */
const GRACE_SECONDS = 5
const STDERR_TAIL = 2_000
/** Of the memory, for all children together. Merges need the rest. */
const MEMORY_FRACTION = 1 / 2

/**
 * A request for an extraction contains the URL of the egress guard (`proxy`). The user name in this URL
 * selects the exit.
 */
type Question = (
  | { url: string; item?: number; proxy?: string; stop_at?: readonly string[] }
  | { self_test: string }
) & { seconds: number }
type Pending = { resolve: (answer: Answer) => void; reject: (error: Error) => void; onCompute: () => void }
/**
 * `onCompute` is called each half second in which the extraction does not only wait for the network. From
 * when `idle` is aborted, it comes after all others.
 */
type Slot = { onCompute?: () => void; idle?: AbortSignal }

/** server.py ends when its stdin is closed, which also happens when this process dies. */
export class ForkServer {
  /** Rejects with an Error for the operator when server.py cannot start. */
  readonly version: Promise<string>
  alive = true
  #process: ChildProcessByStdio<Writable, Readable, Readable>
  #pending = new Map<number, Pending>()
  #nextId = 1
  #stderr = ''

  /** @param provider URL at which plug-ins reach the operator's provider of PO tokens (egress/provider.ts) */
  constructor(config: Config, guard: string, provider?: string) {
    fs.mkdirSync(config.WORK_DIR, { recursive: true })
    const child = spawn(
      config.PYTHON,
      [PROGRAM, guard, process.execPath, JSON.stringify(WARM_UP), memory()],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: environment(config, provider),
      },
    )
    this.#process = child
    child.stdin.on('error', (error) => this.#end(error))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL)
    })
    const ready = Promise.withResolvers<string>()
    this.version = ready.promise
    // server.py may fail before `version` is awaited. Without this handler, Node would report an unhandled
    // rejection.
    this.version.catch(() => {})
    const readyTimer = setTimeout(() => this.#end(new Error('it was not ready in time')), READY_MS)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = parsed(line)
      const first = readySchema.safeParse(value)
      if (!first.success) return this.#answer(line, value)
      clearTimeout(readyTimer)
      ready.resolve(first.data.yt_dlp)
    })
    child.on('error', (error) => this.#end(error))
    child.on('close', (code, signal) => {
      clearTimeout(readyTimer)
      this.#end(new Error(`it ended with ${signal ?? code}`))
      const lastLine = this.#stderr.trim().split('\n').at(-1) ?? ''
      ready.reject(new Error(`yt-dlp cannot run with ${config.PYTHON}. ${lastLine}`))
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /**
   * If the signal is aborted during the extraction, server.py ends the extraction and answers with the error
   * `Cancelled`. Throws `cancelled`, `broken` and `merger_down`.
   */
  async ask(request: Question, signal?: AbortSignal, { onCompute, idle }: Slot = {}): Promise<Answer> {
    await this.version
    if (signal?.aborted) throw new Failure('cancelled')
    if (!this.alive) throw new Failure('merger_down')
    const id = this.#nextId++
    const cancel = () => this.#write({ cancel: id })
    const rest = () => this.#write({ idle: id })
    signal?.addEventListener('abort', cancel, { once: true })
    idle?.addEventListener('abort', rest, { once: true })
    const hangTimer = setTimeout(
      () => this.#end(new Error('it does not answer')),
      (request.seconds + GRACE_SECONDS) * 1_000,
    )
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onCompute: onCompute ?? (() => undefined) })
        this.#write({ id, ...request, ...(idle?.aborted && { idle: true }) })
      })
    } finally {
      clearTimeout(hangTimer)
      this.#pending.delete(id)
      signal?.removeEventListener('abort', cancel)
      idle?.removeEventListener('abort', rest)
    }
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null || !this.#process.pid) return
    const closed = new Promise((resolve) => this.#process.once('close', resolve))
    this.alive = false
    this.#process.stdin.end()
    const killTimer = setTimeout(() => this.#process.kill('SIGKILL'), 2_000)
    await closed
    clearTimeout(killTimer)
  }

  #write(request: object): void {
    if (this.alive) this.#process.stdin.write(`${JSON.stringify(request)}\n`)
  }

  /** If the line is malformed, only this request fails. */
  #answer(line: string, value: unknown): void {
    const answer = answerSchema.safeParse(value)
    if (answer.success) {
      const pending = this.#pending.get(answer.data.id)
      return answer.data.computes ? pending?.onCompute() : pending?.resolve(answer.data)
    }
    // server.py writes the id of the request at the beginning of each line, so the id can be found even in a
    // malformed line.
    const id = Number(/^\{"id": ?(\d+)/.exec(line)?.[1])
    log('extractor_answer_malformed', { request: id, length: line.length })
    this.#pending.get(id)?.reject(new Failure('broken', { cause: 'the extractor gave a malformed answer' }))
  }

  #end(error: Error): void {
    const stderr = this.#stderr.trim().replace(/https?:\/\/\S+/g, '<link>')
    if (this.alive) log('extractor_ended', { error: error.message, stderr: stderr.slice(-500) })
    this.alive = false
    this.#process.kill('SIGKILL')
    for (const request of this.#pending.values()) request.reject(new Failure('merger_down', { cause: error }))
  }
}

const memory = () => String(Math.floor(MEMORY_FRACTION * memoryOfSystem().total))

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // The line is not JSON, so it counts as malformed.
  }
}

/** With an inherited `NO_PROXY`, requests would bypass the egress guard. */
function environment(config: Config, provider = ''): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: NO_HOME,
    TMPDIR: config.WORK_DIR,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    ...(config.YTDLP_PLUGINS ? { YTDLP_PLUGINS: config.YTDLP_PLUGINS } : { YTDLP_NO_PLUGINS: '1' }),
    ...(config.YTDLP_EXTRACTOR_ARGS && {
      YTDLP_EXTRACTOR_ARGS: config.YTDLP_EXTRACTOR_ARGS.replaceAll('{provider}', provider),
    }),
    ...(config.YT_DLP_PATH && { PYTHONPATH: config.YT_DLP_PATH }),
    // libcurl (in curl_cffi) reads CURL_CA_BUNDLE and not SSL_CERT_FILE.
    ...(config.SSL_CERT_FILE && {
      SSL_CERT_FILE: config.SSL_CERT_FILE,
      CURL_CA_BUNDLE: config.SSL_CERT_FILE,
    }),
  }
}
