import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { root } from './cache.ts'
import { startInternet } from './internet.ts'

// `node tests/internet/run.ts -- COMMAND...` runs a command with the DNS server and the sites of the sealed
// internet (the simulated internet of the tests). If the sites are already running, the program does not
// start them again. The program exits with the exit code of the command. enter.sh runs the program inside the
// network namespace that it creates.

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
