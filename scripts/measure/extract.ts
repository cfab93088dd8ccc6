import { run, StepFailed } from '../lib/step.ts'
import { table } from '../lib/table.ts'
import { cpuOfChildren } from './processes.ts'
import { config } from '../../merger/config.ts'
import { startEgress } from '../../merger/egress/egress.ts'
import { ForkServer } from '../../merger/ytdlp/fork-server.ts'

type Cost = { ms: number; cpu: number }

const LINKS = {
  'direct MP4': 'https://cdn.example/combined-720.mp4',
  'HTML page': 'https://video.example/watch/two-sources',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghijk',
  X: 'https://x.com/maker/status/1001',
  Bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
}
const PROCESS_RUNS = 5
const FORK_RUNS = 30

/** A new yt-dlp process for each link against the fork server, through the same egress guard. */
export default async function bench() {
  process.stdout.write = withoutLogLines(process.stdout.write.bind(process.stdout))
  const settings = config(process.env)
  const egress = await startEgress(settings)
  const start = performance.now()
  const server = new ForkServer(settings, egress.proxy)
  const version = await server.version
  const startMs = performance.now() - start
  const print = table()
  for (const [name, url] of Object.entries(LINKS)) {
    const first = await extractByFork(server, url)
    const processes: Cost[] = []
    const forks: Cost[] = []
    // They take turns, so that other work on the machine slows both alike.
    for (let n = 0; n < PROCESS_RUNS; n += 1) {
      processes.push(await extractByProcess(settings.PYTHON, egress.proxy, url))
      for (let m = 0; m < FORK_RUNS / PROCESS_RUNS; m += 1) forks.push(await extractByFork(server, url))
    }
    print(rowOf(name, processes, first, forks))
  }
  await server.close()
  await egress.close()
  console.log(`Fork server ready after ${Math.round(startMs)} ms; yt-dlp ${version}; times in ms.`)
}

function rowOf(name: string, processes: Cost[], first: Cost, forks: Cost[]): Record<string, string | number> {
  const processMedian = percentile(timesOf(processes), 50)
  const forkMedian = percentile(timesOf(forks), 50)
  return {
    link: name.padEnd(10),
    'process p50': Math.round(processMedian),
    'process CPU': Math.round(meanCpu(processes)),
    'fork first': Math.round(first.ms),
    'fork p50': Math.round(forkMedian),
    'fork p95': Math.round(percentile(timesOf(forks), 95)),
    'fork CPU': Math.round(meanCpu(forks)),
    faster: `${(processMedian / forkMedian).toFixed(1)} x`,
    'less CPU': `${(meanCpu(processes) / meanCpu(forks)).toFixed(1)} x`,
  }
}

async function extractByFork(server: ForkServer, url: string): Promise<Cost> {
  const cpuBefore = cpuOfChildren(server.pid)
  const start = performance.now()
  const answer = await server.ask({ url, seconds: 30 })
  const ms = performance.now() - start
  if (!answer.info) throw new StepFailed(`${url}: ${answer.error?.message}`)
  return { ms, cpu: cpuOfChildren(server.pid) - cpuBefore }
}

async function extractByProcess(python: string, proxy: string, url: string): Promise<Cost> {
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

const timesOf = (costs: Cost[]) => costs.map(({ ms }) => ms)

function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
const meanCpu = (costs: Cost[]) => costs.reduce((sum, { cpu }) => sum + cpu, 0) / costs.length

/** The log lines of the egress guard would hide the table. */
const withoutLogLines =
  (write: (text: string) => boolean): typeof process.stdout.write =>
  (text) =>
    String(text).startsWith('{"at"') ? true : write(String(text))
