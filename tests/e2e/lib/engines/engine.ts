import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A tab of a browser. Positions and sizes are in CSS pixels of the window's content. */
export type Tab = {
  go(url: string): Promise<void>
  /** Runs a function in the page. It sees nothing but its arguments, which are JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  move(x: number, y: number): Promise<void>
  down(): Promise<void>
  up(): Promise<void>
  type(text: string): Promise<void>
  key(name: Key): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>
  /** What the page's scripts reported as errors; null: the engine does not tell. */
  errors(): readonly string[] | null
  close(): Promise<void>
}

export type TabOptions = { hasScripts: boolean }

export type Engine = {
  name: 'Chromium' | 'Firefox' | 'WebKit'
  /** The folder into which it saves files. */
  files: string
  open(options: TabOptions): Promise<Tab>
}

/** The codes of WebDriver for keys without a character (section 17.4.2 of the specification). */
export const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
} as const
type Key = keyof typeof KEYS

/** All of an engine's own files: its home, its profile and what it saves. */
export function engineHome(name: string): { home: string; files: string } {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  const files = path.join(home, 'files')
  fs.mkdirSync(files)
  process.once('exit', () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 }))
  return { home, files }
}

/** What BiDi and WebDriver alike understand as one act with the pointer or the keyboard. */
export const acts = {
  move: (x: number, y: number) =>
    pointer({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }),
  down: () => pointer({ type: 'pointerDown', button: 0 }),
  up: () => pointer({ type: 'pointerUp', button: 0 }),
  type: (text: string) => ({
    type: 'key',
    id: 'keyboard',
    actions: Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  }),
}

const pointer = (act: object) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [act],
})

/**
 * The text of a function that runs in a page and answers with JSON, or with the stack of its error. Without
 * JavaScript no promise of a page settles, so one is made only if the function makes one.
 */
export const callOf = (run: (...args: never[]) => unknown, args: unknown[]): string =>
  `(() => {
    const done = (value) => JSON.stringify({ value })
    const failed = (error) => JSON.stringify({ error: String(error) + (error.stack ?? '') })
    try {
      const value = (${run.toString()})(...${JSON.stringify(args)})
      return value instanceof Promise ? value.then(done, failed) : done(value)
    } catch (error) {
      return failed(error)
    }
  })()`

export function answerOf(text: string): never {
  const { error, value } = JSON.parse(text) as { error?: string; value: never }
  if (error !== undefined) throw new Error(error)
  return value
}
