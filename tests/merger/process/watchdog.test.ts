import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, '../../../merger/process')

/** Runs a script in its own process. Returns exit code, signal and stdout. */
async function run(script: string): Promise<{ code: number | null; signal: string | null; stdout: string }> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stdout = text(child.stdout)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return { code, signal, stdout: await stdout }
}
const watchdog = `import { startWatchdog } from '${FOLDER}/watchdog.ts'; startWatchdog({ cpuMs: 800, wallMs: 4_000, checkMs: 100 });`
const handlers = `import { keepServingAfterErrors } from '${FOLDER}/uncaught.ts'; keepServingAfterErrors();`

test('kills and logs a process with a blocked event loop', async () => {
  const { signal, stdout } = await run(`${watchdog} setTimeout(() => { for (;;); }, 500)`)
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(stdout)).toMatchObject({ event: 'event_loop_stuck' })
})

test.each([
  [2_000, { code: 7, signal: null }],
  [20_000, { code: null, signal: 'SIGKILL' }],
])('decides by CPU time about a loop that stands still for %i ms', async (ms, end) => {
  const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms}); process.exit(7)`
  expect(await run(`${watchdog} setTimeout(() => { ${wait} }, 500)`)).toMatchObject(end)
})

test('spares an event loop blocked for 0.3 s at a time', async () => {
  const work = 'const busy = () => { const end = Date.now() + 300; while (Date.now() < end); };'
  const script = `${watchdog} ${work} for (let n = 0; n < 6; n++) setTimeout(busy, n * 400); setTimeout(() => process.exit(7), 3_000)`
  expect(await run(script)).toEqual({ code: 7, signal: null, stdout: '' })
})

test('lets a process end that has nothing left to do', async () => {
  expect(await run(watchdog)).toEqual({ code: 0, signal: null, stdout: '' })
})

test('logs uncaught exceptions without the paths of links', async () => {
  const script = `${handlers}
    setTimeout(() => { throw new RangeError('Invalid status code: 099 of https://site.example/secret') })
    setTimeout(() => { Promise.reject(new Error('nobody waits')) }, 50)
    setTimeout(() => process.exit(7), 300)`
  const { code, stdout } = await run(script)
  expect(code).toBe(7)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toMatchObject([
    { event: 'uncaught_exception', cause: 'RangeError: Invalid status code: 099 of https://site.example/…' },
    { event: 'unhandled_rejection', cause: 'nobody waits' },
  ])
})
