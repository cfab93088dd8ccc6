import fs from 'node:fs'
import { spawn } from 'node:child_process'
import { main, root, run, StepFailed } from '../lib/step.mjs'
import { setup } from '../lib/setup.mjs'

/**
 * What an extraction costs: a yt-dlp process for each link, and the fork server, side by side in one run and on the same
 * links, all in the sealed internet and through the same guard. Ratios are what to trust: the machine is shared.
 */
const LINKS = {
  'direct MP4': 'https://cdn.example/combined-720.mp4',
  'HTML page': 'https://video.example/watch/two-sources',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghijk',
  X: 'https://x.com/maker/status/1001',
  Bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
}
const PROCESSES = 5
const FORKS = 30
const WATCHED = 5
const TICK_MS = 10

/** Runs this file again where hosts of the sealed internet answer. */
async function enter() {
  const { python } = await setup()
  const child = spawn('sh', [`${root}/tests/internet/enter.sh`, process.execPath, import.meta.filename], {
    stdio: 'inherit',
    env: { ...process.env, PYTHON: python },
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new StepFailed(`The sealed internet ended with ${code}.`)
}

async function measure() {
  const { config } = await import('../../merger/config.ts')
  const { startEgress } = await import('../../merger/egress/egress.ts')
  const { ForkServer } = await import('../../merger/ytdlp/fork-server.ts')
  process.stdout.write = quiet(process.stdout.write.bind(process.stdout))
  const settings = config(process.env)
  const egress = await startEgress(settings)
  const begun = performance.now()
  const server = new ForkServer(settings, egress.proxy)
  await server.version
  const warmUp = performance.now() - begun
  const rows = []
  for (const [name, url] of Object.entries(LINKS)) {
    const cold = await ofFork(server, url)
    const [processes, forks] = [[], []]
    // In turns, so that whatever else the machine does hits both.
    for (let n = 0; n < PROCESSES; n += 1) {
      processes.push(await ofProcess(settings.PYTHON, egress.proxy, url))
      for (let m = 0; m < FORKS / PROCESSES; m += 1) forks.push(await ofFork(server, url))
    }
    rows.push(rowOf(name, processes, cold, forks, await memoryOf(server, url)))
  }
  await server.close()
  await egress.close()
  console.table(Object.fromEntries(rows))
  console.log(
    `Fork server ready after ${Math.round(warmUp)} ms; yt-dlp ${await server.version}; times in ms.`,
  )
}

function rowOf(name, processes, cold, forks, bytes) {
  const [alone, forked] = [processes, forks].map((runs) =>
    percentile(
      runs.map(({ ms }) => ms),
      50,
    ),
  )
  return [
    name,
    {
      'process p50': Math.round(alone),
      'process CPU': Math.round(mean(processes)),
      'fork first': Math.round(cold.ms),
      'fork p50': Math.round(forked),
      'fork p95': Math.round(
        percentile(
          forks.map(({ ms }) => ms),
          95,
        ),
      ),
      'fork CPU': Math.round(mean(forks)),
      'child MB': (bytes / 1e6).toFixed(1),
      faster: `${(alone / forked).toFixed(1)} x`,
      'less CPU': `${(mean(processes) / mean(forks)).toFixed(1)} x`,
    },
  ]
}

/** One order at the fork server: time, and CPU of its child, which its parent has waited for. */
async function ofFork(server, url) {
  const before = childCpu(server.pid)
  const begun = performance.now()
  const answer = await server.ask({ url, seconds: 30 })
  const ms = performance.now() - begun
  if (!answer.info) throw new StepFailed(`${url}: ${answer.error?.message}`)
  return { ms, cpu: childCpu(server.pid) - before }
}

/** Private memory of a child at its peak; watching slows it down, so it is measured apart. */
async function memoryOf(server, url) {
  let bytes = 0
  const watch = setInterval(() => (bytes = Math.max(bytes, ...childrenOf(server.pid).map(privateBytes))), 2)
  for (let n = 0; n < WATCHED; n += 1) await server.ask({ url, seconds: 30 })
  clearInterval(watch)
  return bytes
}

async function ofProcess(python, proxy, url) {
  const begun = performance.now()
  const options = [
    '--ignore-config',
    '--compat-options',
    'no-certifi',
    '--no-cache-dir',
    '--no-playlist',
    '--no-js-runtimes',
    '-I',
    '1',
  ]
  const { code, output } = await run('bash', [
    '-c',
    'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1',
    'time',
    python,
    '-m',
    'yt_dlp',
    ...options,
    '--no-warnings',
    '--proxy',
    proxy,
    '-J',
    '--',
    url,
  ])
  const ms = performance.now() - begun
  if (code !== 0) throw new StepFailed(`yt-dlp failed on ${url}`)
  const [user, system] = output.trim().split('\n').at(-1).split(' ').map(Number)
  return { ms, cpu: (user + system) * 1_000 }
}

const percentile = (numbers, percent) =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(numbers.length - 1, Math.floor((numbers.length * percent) / 100))
  ]
const mean = (runs) => runs.reduce((sum, { cpu }) => sum + cpu, 0) / runs.length

/** CPU milliseconds of the children a process has waited for. */
function childCpu(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

const childrenOf = (pid) => read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
function privateBytes(pid) {
  const amounts = [...read(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm)]
  return amounts.reduce((sum, [, amount]) => sum + Number(amount) * 1024, 0)
}
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

/** The guard's log lines would bury the table. */
const quiet =
  (write) =>
  (text, ...rest) =>
    String(text).startsWith('{"at"') ? true : write(text, ...rest)

await main(process.env.SEALED_INTERNET ? measure : enter)
