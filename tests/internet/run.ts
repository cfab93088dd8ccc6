import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { root } from './cache.ts'
import { startInternet } from './internet.ts'

// `node tests/internet/run.ts -- COMMAND...` starts the DNS server and the sites of the sealed internet (the
// simulated internet), and runs the command. If the sites are already running, it does not start them again.
// Its exit code is that of the command. enter.sh creates a network namespace and runs this program in it.

const [program, ...args] = process.argv.slice(process.argv.indexOf('--') + 1)
if (!program) throw new Error('Which command? node tests/internet/run.ts -- COMMAND...')

fs.mkdirSync(`${root}/.cache/internet`, { recursive: true })
const folder = fs.mkdtempSync(`${root}/.cache/internet/run-`)
try {
  const internet = process.env['INTERNET_LOG'] ? undefined : await startInternet(`${folder}/log.jsonl`)
  const path = `${root}/node_modules/.bin:${process.env['PATH'] ?? ''}`
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, ...internet?.env },
  })
  // This process forwards these signals to the command. It ends only after the command has ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'close')) as [number | null]
  internet?.stop()
  process.exitCode = code ?? 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
