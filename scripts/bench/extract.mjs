import fs from 'node:fs'
import { root, run, StepFailed } from '../lib/step.mjs'
import { setup, setupSealedInternet } from '../lib/setup/setup.mjs'
import { table, untilStalled } from '../lib/measuring.mjs'
import { cpuOfChildren } from './extract/cpu.mjs'
import { startResident } from './extract/resident.mjs'
import { costsOfCache } from './extract/warm-cache.mjs'

/**
 * @typedef {{ ms: number, cpu: number }} Cost wall-clock time and CPU time of one extraction, in milliseconds
 */
/** @typedef {import('../../merger/ytdlp/fork-server.ts').ForkServer} ForkServer */

const LINKS = {
  'direct MP4': 'https://cdn.example/combined-720.mp4',
  'HTML page': 'https://video.example/watch/two-sources',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghijk',
  X: 'https://x.com/maker/status/1001',
  Bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
}
const PROCESS_RUNS = 5
const FORK_RUNS = 30
const MEMORY_RUNS = 5
/** Deadline of the whole bench over all links, in seconds. */
const LIMIT_SECONDS = 1_800

/**
 * `npm run bench -- extract`: compares the cost of one extraction in three kinds of process:
 * - a new yt-dlp process for each extraction
 * - the fork server (merger/ytdlp/server.py), which forks one child process for each extraction
 * - one resident process that runs only yt-dlp
 * All three extract the same links in the sealed internet (tests/internet) through the same egress guard.
 * Only ratios are comparable, because other programs share the machine.
 *
 * The column `our part` is the time of the fork server minus the time of the resident process. This is the
 * time of the fork, the sandbox and our patches.
 *
 * A second table compares the first extraction of a platform with later extractions. The later ones use the
 * warm cache (merger/ytdlp/warm_cache.py).
 */
export default async function bench() {
  if (process.env['SEALED_INTERNET']) return await measureAll()
  const { python } = await setup()
  await setupSealedInternet()
  const again = [process.execPath, `${root}/scripts/bench.mjs`, 'extract']
  const { code } = await run('sh', [`${root}/tests/internet/enter.sh`, ...again], {
    show: true,
    extra: { PYTHON: python },
    seconds: LIMIT_SECONDS,
  })
  if (code !== 0) throw new StepFailed(`The process in the sealed internet ended with code ${code}.`)
}

async function measureAll() {
  const { config } = await import('../../merger/config.ts')
  const { startEgress } = await import('../../merger/egress/egress.ts')
  const { ForkServer: Server } = await import('../../merger/ytdlp/fork-server.ts')
  process.stdout.write = withoutLogLines(process.stdout.write.bind(process.stdout))
  const settings = config(process.env)
  const egress = await startEgress(settings)
  const start = performance.now()
  const server = new Server(settings, egress.proxy)
  const version = await server.version
  const startMs = performance.now() - start
  const resident = startResident(settings.PYTHON, egress.proxy)
  let extractions = 0
  /** @type {(promise: Promise<Cost>) => Promise<Cost>} */
  const counted = (promise) => promise.finally(() => (extractions += 1))
  const print = table()
  for (const [name, url] of Object.entries(LINKS))
    await untilStalled(
      async () => {
        const first = await counted(extractByFork(server, url))
        /** @type {Cost[]} */
        const processes = []
        /** @type {Cost[]} */
        const forks = []
        await resident.extract(url)
        /** @type {number[]} */
        const alone = []
        // The three kinds of process (a new process, the fork server, the resident process) take turns, so
        // that other work on the machine slows all three alike.
        for (let n = 0; n < PROCESS_RUNS; n += 1) {
          processes.push(await counted(extractByProcess(settings.PYTHON, egress.proxy, url)))
          for (let m = 0; m < FORK_RUNS / PROCESS_RUNS; m += 1) {
            forks.push(await counted(extractByFork(server, url)))
            alone.push(await resident.extract(url))
          }
        }
        print(rowOf(name, processes, first, forks, alone, await peakMemory(server, url)))
      },
      () => extractions,
    )
  await resident.close()
  await server.close()
  const printCosts = table()
  for await (const row of costsOfCache(() => new Server(settings, egress.proxy))) printCosts(row)
  await egress.close()
  console.log(`Fork server ready after ${Math.round(startMs)} ms; yt-dlp ${version}; times in ms.`)
}

/**
 * @type {(name: string, processes: Cost[], first: Cost, forks: Cost[], alone: number[], memory: number) =>
 * Record<string, string | number>}
 */
function rowOf(name, processes, first, forks, alone, memory) {
  const processMedian = percentile(timesOf(processes), 50)
  const forkMedian = percentile(timesOf(forks), 50)
  const aloneMedian = percentile(alone, 50)
  return {
    link: name.padEnd(10),
    'process p50': Math.round(processMedian),
    'process CPU': Math.round(meanCpu(processes)),
    'fork first': Math.round(first.ms),
    'fork p50': Math.round(forkMedian),
    'fork p95': Math.round(percentile(timesOf(forks), 95)),
    'alone p50': Math.round(aloneMedian),
    'our part': Math.round(forkMedian - aloneMedian),
    'fork CPU': Math.round(meanCpu(forks)),
    'child MB': (memory / 1e6).toFixed(1),
    faster: `${(processMedian / forkMedian).toFixed(1)} x`,
    'less CPU': `${(meanCpu(processes) / meanCpu(forks)).toFixed(1)} x`,
  }
}

/**
 * Runs one extraction in the fork server. When the forked child ends, the kernel adds the child's CPU time to
 * the counter of the server.
 * @param {ForkServer} server
 * @param {string} url link to extract
 * @returns {Promise<Cost>}
 */
async function extractByFork(server, url) {
  const cpuBefore = cpuOfChildren(server.pid)
  const start = performance.now()
  const answer = await server.ask({ url, seconds: 30 })
  const ms = performance.now() - start
  if (!answer.info) throw new StepFailed(`${url}: ${answer.error?.message}`)
  return { ms, cpu: cpuOfChildren(server.pid) - cpuBefore }
}

/**
 * Returns the maximum private memory of a forked child in bytes. Reading this figure slows the child down, so
 * this function runs its own extractions, whose duration is not measured.
 * @param {ForkServer} server
 * @param {string} url link to extract
 */
async function peakMemory(server, url) {
  let bytes = 0
  const sampling = setInterval(
    () => (bytes = Math.max(bytes, ...childrenOf(server.pid).map(privateMemory))),
    2,
  )
  for (let n = 0; n < MEMORY_RUNS; n += 1) await server.ask({ url, seconds: 30 })
  clearInterval(sampling)
  return bytes
}

/**
 * Runs one extraction in a new yt-dlp process. bash's `time` measures the CPU time.
 * @param {string} python path of the Python that has yt-dlp
 * @param {string} proxy URL of the egress guard
 * @param {string} url link to extract
 * @returns {Promise<Cost>}
 */
async function extractByProcess(python, proxy, url) {
  const start = performance.now()
  const timed = ['-c', 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1', 'time']
  const options = ['--compat-options', 'no-certifi', '--no-cache-dir', '--no-playlist', '--no-js-runtimes']
  const ytDlp = [python, '-m', 'yt_dlp', '--ignore-config', ...options, '-I', '1', '--no-warnings']
  const { code, output } = await run('bash', [...timed, ...ytDlp, '--proxy', proxy, '-J', '--', url])
  const ms = performance.now() - start
  if (code !== 0) throw new StepFailed(`yt-dlp failed on ${url}`)
  const [user = 0, system = 0] = (output.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return { ms, cpu: (user + system) * 1_000 }
}

/** @param {Cost[]} costs */
const timesOf = (costs) => costs.map(({ ms }) => ms)

/** @type {(times: number[], percent: number) => number} */
function percentile(times, percent) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
/** @param {Cost[]} costs */
const meanCpu = (costs) => costs.reduce((sum, { cpu }) => sum + cpu, 0) / costs.length

/** @param {number | undefined} pid */
const childrenOf = (pid) => readProc(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)

/** @param {string} pid */
function privateMemory(pid) {
  const amounts = [...readProc(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm)]
  return amounts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
}

/** @param {string} file */
function readProc(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // The process can end between the reading of its id and the reading of its file in /proc.
    return ''
  }
}

/**
 * Wraps the write function of a stream. The wrapped function drops the JSON log lines of the egress guard,
 * because these lines would hide the table.
 * @param {(text: string) => boolean} write
 * @returns {typeof process.stdout.write}
 */
const withoutLogLines = (write) => (text) => (String(text).startsWith('{"at"') ? true : write(String(text)))
