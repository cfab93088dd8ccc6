import fs from 'node:fs'
import { StepFailed } from '../../lib/step.mjs'
import { cpuOfChildren } from './cpu.mjs'

/** @typedef {import('../../../merger/ytdlp/fork-server.ts').ForkServer} ForkServer */
/**
 * @typedef {{ requests: number, bytes: number, cpu: number, ms: number }} Cost the cost of one extraction;
 *   `cpu` and `ms` are CPU time and wall-clock time in milliseconds
 */

const LINKS = {
  'YouTube, solver': 'https://www.youtube.com/watch?v=solvedvid00',
  YouTube: 'https://www.youtube.com/watch?v=abcdefghijk',
  TikTok: 'https://www.tiktok.com/@_/video/7000000000000000001',
  Instagram: 'https://www.instagram.com/p/SealedPost1/',
  Facebook: 'https://www.facebook.com/watch/?v=3000000001',
  X: 'https://x.com/maker/status/1001',
  Vimeo: 'https://player.vimeo.com/video/200000001',
  Bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
  SoundCloud: 'https://soundcloud.com/maker/tone',
  'Apple Podcasts': 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000',
}
const WARM_RUNS = 3
/**
 * The loopback interface counts each byte from a site this many times: once on the way from the site to the
 * egress guard, and once on the way from the egress guard to yt-dlp.
 */
const TIMES_COUNTED = 2

/**
 * For each platform, compares the first extraction of a new fork server with the median of later extractions.
 * The bench counts the bytes on the loopback interface. Therefore it must run in the sealed internet
 * (tests/internet). Elsewhere, the count would include the bytes of other programs.
 * @param {() => ForkServer} start
 */
export async function* costsOfCache(start) {
  for (const [name, url] of Object.entries(LINKS)) {
    const server = start()
    await server.version
    const cold = await costOf(server, url)
    /** @type {Cost[]} */
    const warm = []
    for (let n = 0; n < WARM_RUNS; n += 1) warm.push(await costOf(server, url))
    await server.close()
    const later = warm.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(WARM_RUNS / 2)] ?? cold
    yield {
      platform: name.padEnd(15),
      'requests first': cold.requests,
      later: later.requests,
      'kB first': Math.round(cold.bytes / 1_000),
      'kB later': Math.round(later.bytes / 1_000),
      'CPU first': Math.round(cold.cpu),
      'CPU later': Math.round(later.cpu),
      'ms first': Math.round(cold.ms),
      'ms later': Math.round(later.ms),
    }
  }
}

/** @type {(server: ForkServer, url: string) => Promise<Cost>} */
async function costOf(server, url) {
  const before = { requests: requestsSoFar(), bytes: loopbackBytes(), cpu: cpuOfChildren(server.pid) }
  const start = performance.now()
  const answer = await server.ask({ url, seconds: 60 })
  const ms = performance.now() - start
  if (!answer.info) throw new StepFailed(`${url}: ${answer.error?.message}`)
  return {
    requests: requestsSoFar() - before.requests,
    bytes: (loopbackBytes() - before.bytes) / TIMES_COUNTED,
    cpu: cpuOfChildren(server.pid) - before.cpu,
    ms,
  }
}

const requestsSoFar = () =>
  fs.readFileSync(process.env['INTERNET_LOG'] ?? '', 'utf8').split('"kind":"request"').length - 1

/** Returns the number of bytes that the loopback interface has received (proc_net(5)). */
const loopbackBytes = () =>
  Number(/^\s*lo:\s*(\d+)/m.exec(fs.readFileSync('/proc/net/dev', 'utf8'))?.[1] ?? Number.NaN)
