import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

type Start = { command: readonly string[]; env: Record<string, string> }

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A program that ran so long was well, so its next start waits the first pause again. */
const WELL_MS = 60_000
const GRACE_MS = 8_000

/** A child that is started again whenever it ends. It writes to the output of this process. */
export class Program {
  readonly #name: string
  readonly #start: () => Start
  #child: ChildProcess | undefined
  #isEnding = false
  readonly #running: Promise<void>

  constructor(name: string, start: () => Start) {
    this.#name = name
    this.#start = start
    this.#running = this.#run()
  }

  /** The child ends its work first. */
  restart(): void {
    this.#child?.kill('SIGTERM')
  }

  async end(): Promise<void> {
    this.#isEnding = true
    if (this.#child?.connected) this.#child.disconnect()
    this.#child?.kill('SIGTERM')
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), GRACE_MS)
    await this.#running
    clearTimeout(kill)
  }

  async #run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#isEnding; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const started = Date.now()
      const end = await this.#once()
      if (this.#isEnding) return
      if (Date.now() - started > WELL_MS) pause = FIRST_PAUSE_MS
      console.error(JSON.stringify({ event: 'program_ended', program: this.#name, end, pause }))
      await sleep(pause)
    }
  }

  #once(): Promise<string> {
    const { command, env } = this.#start()
    const [program = '', ...args] = command
    return new Promise((resolve) => {
      // The merger ends when this channel closes, so it also ends when this process is killed.
      const child = spawn(program, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      this.#child = child
      child.once('error', (error) => resolve(String(error)))
      child.once('exit', (code, signal) => resolve(String(signal ?? code)))
    })
  }
}
