import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../build.mjs'
import { setupServers } from '../lib/setup/setup.mjs'
import { StepFailed } from '../lib/step.mjs'
import { atEnd } from '../lib/stop.mjs'
import { table, untilStalled } from '../lib/measuring.mjs'
import { KEYS, startBare, startEdge } from './proxy/edge.mjs'
import { startNginx } from './proxy/nginx.mjs'
import { cpu, descendants, rss } from './proxy/processes.mjs'

const [ORIGIN_PORT, NGINX_PORT] = [9_311, 9_312]
/**
 * The servers take turns, and each server transfers the whole file this many times. The result of a server is
 * its transfer with the median CPU time.
 */
const ROUNDS = 3
const LINK = 'https://cdn.example/file.mp4'
/**
 * A slow reader is a client that reads at 500 kB/s. It ends by itself after READ_SECONDS. If it is still
 * running GRACE_SECONDS later, it is killed.
 */
const [READ_SECONDS, GRACE_SECONDS] = [8, 6]
/** curl's exit code when `--max-time` ends the transfer. Any other code counts as a broken transfer. */
const CURL_TIME_OVER = 28

/**
 * @typedef {{ name: string, url: string, pids: () => number[] }} Server a server to measure; `pids` returns
 *   the ids of its processes. For the source of the file, `pids` returns an empty list.
 */
/**
 * @typedef {{ server: string, 'MB/s': number, 'CPU s/GiB': string, 'RSS MB': string | number }} Transfer the
 *   figures of one transfer
 */

/**
 * `npm run bench -- proxy [MiB] [STREAMS]`: transfers one file (default size: 1024 MiB) in several ways:
 * - through the built Worker in workerd
 * - through nginx's `proxy_pass`
 * - through a Worker that only passes the bytes on
 * - directly from the source
 * Then measures each server except the source with one slow client, and with STREAMS slow clients at once
 * (default: 200). Client and source run on the same machine, so only ratios within one run are comparable.
 * @param {string[]} args
 */
export default async function bench(args) {
  const mib = Number(args[0] ?? 1_024)
  const streams = Number(args[1] ?? 200)
  await setupServers()
  await build()
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-proxy-'))
  atEnd(() => fs.rmSync(work, { recursive: true, force: true }))
  fs.closeSync(fs.openSync(`${work}/file.mp4`, 'w'))
  fs.truncateSync(`${work}/file.mp4`, mib * 2 ** 20)
  const servers = await startServers(work)
  for (const { url } of servers) await curl(url, ['-r', '0-1048575'])
  await compareTransfers(servers, mib)
  console.log()
  const print = table({ server: 16, streams: 7, 'RSS MB': 7 })
  for (const server of servers.filter(({ pids }) => pids().length > 0))
    for (const count of [1, streams]) print(await slowStreams(server, count))
}

/**
 * Starts the source of the file and the servers that proxy the file. The bench compares all of them.
 * @param {string} work folder for temporary files
 * @returns {Promise<Server[]>}
 */
async function startServers(work) {
  const probe = '/file.mp4'
  const origin = `http://127.0.0.1:${ORIGIN_PORT}`
  // The source also takes the place of the merger. The edge requests relayed media from a merger at /relay,
  // so the source serves its file at /relay too.
  const files = `root ${work}; location = /relay { try_files /file.mp4 =404; }`
  await startNginx({ work, name: 'origin', port: ORIGIN_PORT, server: files, probe })
  const pass = `location / { proxy_pass ${origin}; proxy_http_version 1.1; }`
  const nginx = await startNginx({ work, name: 'proxy', port: NGINX_PORT, server: pass, probe })
  const bare = await startBare(`${origin}/file.mp4`)
  atEnd(bare.end)
  const edge = await startEdge({ work, merger: origin })
  atEnd(edge.end)
  // The edge does not fetch media from loopback addresses. Therefore, the grants below (sealed permissions to
  // fetch media) set `way` to `relay`. The edge then requests the media from its merger at /relay. The
  // figures of this bench also hold for media that the edge fetches directly, because the same code of the
  // edge passes on direct and relayed media.
  const { grantMedia, grantPlaylist } = await import('../../edge/grants/grant.ts')
  const facts = {
    headers: {},
    cookies: null,
    merger: 'local:0',
    key: '',
    container: 'mp4',
    expiresAt: null,
    sources: [LINK],
  }
  const grant = await grantMedia({ GRANT_KEYS: KEYS }, LINK, { ...facts, way: 'relay' })
  const terms = {
    ...facts,
    way: /** @type {const} */ ('relay'),
    domains: [],
    maxBytes: Number.MAX_SAFE_INTEGER,
  }
  const segment = await grantPlaylist({ GRANT_KEYS: KEYS }, LINK, terms)
  /** @param {string} g */
  const granted = (g) => `${edge.origin}/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${g}`
  return [
    { name: 'the source itself', url: `${origin}/file.mp4`, pids: () => [] },
    {
      name: 'nginx proxy_pass',
      url: `http://127.0.0.1:${NGINX_PORT}/file.mp4`,
      pids: () => descendants(nginx.pid),
    },
    { name: 'a bare Worker', url: bare.origin, pids: () => [bare.pid] },
    { name: 'our edge', url: granted(grant), pids: () => [edge.pid] },
    { name: 'edge, a segment', url: granted(segment), pids: () => [edge.pid] },
  ]
}

/**
 * Prints every transfer, and then the median transfer of each server.
 * @param {Server[]} servers
 * @param {number} mib size of the file in MiB
 */
async function compareTransfers(servers, mib) {
  const print = table({ round: 6, server: 17, 'MB/s': 6, 'CPU s/GiB': 9, 'RSS MB': 6 })
  /** @type {Transfer[][]} */
  const results = servers.map(() => [])
  for (let round = 1; round <= ROUNDS; round++)
    for (const [at, server] of servers.entries()) {
      const result = await transfer(server, mib)
      results[at]?.push(result)
      print({ round, ...result })
    }
  for (const transfers of results) print({ round: 'median', ...median(transfers) })
}

/**
 * Transfers the whole file once.
 * @param {Server} server
 * @param {number} mib size of the file in MiB
 * @returns {Promise<Transfer>}
 */
async function transfer({ name, url, pids }, mib) {
  const before = cpu(pids())
  const seconds = Number(await curl(url, ['-w', '%{time_total}']))
  const isMeasured = pids().length > 0
  return {
    server: name,
    'MB/s': Math.round((mib * 2 ** 20) / 1e6 / seconds),
    'CPU s/GiB': isMeasured ? (((cpu(pids()) - before) * 1_024) / mib).toFixed(2) : '-',
    'RSS MB': isMeasured ? Math.round(rss(pids())) : '-',
  }
}

/**
 * Returns the transfer with the median CPU time. If no CPU time is measured, returns the transfer with the
 * median speed.
 * @param {Transfer[]} transfers
 */
function median(transfers) {
  /** @param {Transfer} one */
  const value = (one) => Number(one['CPU s/GiB']) || one['MB/s']
  return transfers.toSorted((a, b) => value(a) - value(b))[Math.floor(transfers.length / 2)]
}

/**
 * Starts many clients that each read at 500 kB/s for a few seconds, and measures the server.
 * @param {Server} server
 * @param {number} count number of clients
 */
async function slowStreams({ name, url, pids }, count) {
  const [memoryBefore, cpuBefore] = [rss(pids()), cpu(pids())]
  const readers = Array.from({ length: count }, () => slowReader(url))
  await sleep((READ_SECONDS - 2) * 1_000)
  const growth = rss(pids()) - memoryBefore
  const codes = await Promise.all(readers)
  return {
    server: name,
    streams: count,
    broken: codes.filter((code) => code !== CURL_TIME_OVER).length,
    'RSS MB per stream': (growth / count).toFixed(2),
    'RSS MB': Math.round(memoryBefore + growth),
    'CPU s': (cpu(pids()) - cpuBefore).toFixed(2),
  }
}

/**
 * Runs one slow reader and returns its exit code, or null if the reader could not start or was killed.
 * @param {string} url URL of the file
 * @returns {Promise<number | null>}
 */
function slowReader(url) {
  const args = ['-s', '-o', '/dev/null', '--limit-rate', '500k', '--max-time', String(READ_SECONDS), url]
  const child = spawn('curl', args, { stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), (READ_SECONDS + GRACE_SECONDS) * 1_000)
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

/**
 * Downloads to /dev/null and returns the output of curl. Rejects if curl reads nothing for a minute.
 * @param {string} url URL of the file
 * @param {string[]} options
 * @returns {Promise<string>}
 */
async function curl(url, options) {
  const child = spawn('curl', ['-sS', '-f', '-o', '/dev/null', ...options, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const forget = atEnd(() => child.kill())
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new StepFailed(`curl ended with ${code}: ${url}`)),
    )
  })
  try {
    // `rchar` counts the bytes that curl has read from files and sockets (proc(5)). If it stays the same, the
    // transfer makes no progress.
    await untilStalled(
      () => ended,
      () => /rchar: \d+/.exec(fs.readFileSync(`/proc/${child.pid}/io`, 'utf8'))?.[0],
    )
  } finally {
    child.kill()
    forget()
  }
  return output
}
