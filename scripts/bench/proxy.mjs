import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from '../build.mjs'
import { KEYS, startBare, startEdge } from './proxy/edge.mjs'
import { startNginx } from './proxy/nginx.mjs'
import { cpu, descendants, rss } from './proxy/processes.mjs'

// `npm run bench -- proxy [MiB] [streams]`: the built Worker in workerd beside nginx `proxy_pass`, a Worker that does
// nothing but pass bytes, and the source itself, the same file in one run. Only ratios are comparable; the machine is
// shared with the client and the source.

const [ORIGIN, NGINX] = [9_311, 9_312]
/** Transfers of the whole file by each way, taken in turn; the middle one by its CPU time counts. */
const ROUNDS = 3
const STREAMS = Number(process.argv[3] ?? 200)
const LINK = 'https://cdn.example/file.mp4'
/** No transfer of the whole file takes longer, in seconds. */
const LONGEST = 240
/** Slow readers read this long, and are ended for good a little later. */
const [READ_SECONDS, GRACE_SECONDS] = [8, 6]

const mib = Number(process.argv[2] ?? 1_024)
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-proxy-'))
const ended = []

try {
  await build()
  fs.closeSync(fs.openSync(`${work}/file.mp4`, 'w'))
  fs.truncateSync(`${work}/file.mp4`, mib * 2 ** 20)
  nginx('origin', ORIGIN, `root ${work}; location = /relay { try_files /file.mp4 =404; }`)
  const pass = `location / { proxy_pass http://127.0.0.1:${ORIGIN}; proxy_http_version 1.1; }`
  const proxied = nginx('proxy', NGINX, pass)
  const bare = await startBare(`http://127.0.0.1:${ORIGIN}/file.mp4`)
  ended.push(bare.end)
  const edge = await grantedEdge()
  const ways = [
    { name: 'the source itself', url: `http://127.0.0.1:${ORIGIN}/file.mp4`, pids: () => [] },
    { name: 'nginx proxy_pass', url: `http://127.0.0.1:${NGINX}/file.mp4`, pids: () => descendants(proxied) },
    { name: 'a bare Worker', url: bare.origin, pids: () => [bare.pid] },
    { name: 'our edge', url: edge.url, pids: () => [edge.pid] },
  ]
  for (const { url } of ways) curl(url, ['-r', '0-1048575'])
  const rounds = Array.from({ length: ROUNDS }, () => ways.map(whole))
  console.table(ways.map((_, at) => middle(rounds.map((round) => round[at]))))
  const slow = []
  for (const way of ways.filter(({ pids }) => pids().length > 0))
    for (const count of [1, STREAMS]) slow.push(await slowStreams(way, count))
  console.table(slow)
} finally {
  for (const end of ended.toReversed()) await end()
  fs.rmSync(work, { recursive: true, force: true })
}

function nginx(name, port, server) {
  const { pid, end } = startNginx({ work, name, port, server, probe: '/file.mp4' })
  ended.push(end)
  return pid
}

/** Our edge; it asks the source by the relay's way, which is the same code and may be a loopback address. */
async function grantedEdge() {
  const { origin, pid, end } = await startEdge({ work, merger: `http://127.0.0.1:${ORIGIN}` })
  ended.push(end)
  const { grantMedia } = await import('../../edge/grants/grant.ts')
  const facts = { headers: {}, cookies: null, merger: 'local:0', key: '', container: 'mp4', expiresAt: null }
  const grant = await grantMedia({ GRANT_KEYS: KEYS }, LINK, { ...facts, way: 'relay' })
  return { url: `${origin}/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${grant}`, pid }
}

/** One transfer of the whole file. */
function whole({ name, url, pids }) {
  const before = cpu(pids())
  const seconds = Number(curl(url, ['-w', '%{time_total}']))
  return {
    way: name,
    'MB/s': Math.round((mib * 2 ** 20) / 1e6 / seconds),
    'CPU s/GiB': pids().length > 0 ? (((cpu(pids()) - before) * 1_024) / mib).toFixed(2) : '-',
    'RSS MB': pids().length > 0 ? Math.round(rss(pids())) : '-',
  }
}

/** The round in the middle by CPU time, by speed where none is known. */
function middle(rounds) {
  const by = ({ 'CPU s/GiB': seconds, 'MB/s': speed }) => Number(seconds) || speed
  return rounds.toSorted((a, b) => by(a) - by(b))[Math.floor(rounds.length / 2)]
}

/** Many readers of 500 kB/s for a few seconds. */
async function slowStreams({ name, url, pids }, count) {
  const [before, ticks] = [rss(pids()), cpu(pids())]
  const readers = Array.from({ length: count }, () => reader(url))
  await new Promise((resolve) => setTimeout(resolve, (READ_SECONDS - 2) * 1_000))
  const grown = rss(pids()) - before
  const codes = await Promise.all(readers)
  // 28: the time was up, as wanted.
  const broken = codes.filter((code) => code !== 28).length
  return {
    way: name,
    streams: count,
    broken,
    'RSS MB a stream': (grown / count).toFixed(2),
    'RSS MB': Math.round(before + grown),
    'CPU s': (cpu(pids()) - ticks).toFixed(2),
  }
}

/** One slow reader; its exit code, or null when it could not start or had to be ended. */
function reader(url) {
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

function curl(url, more) {
  const args = ['-sS', '-f', '-o', '/dev/null', '--max-time', String(LONGEST), ...more, url]
  return execFileSync('curl', args, { encoding: 'utf8' })
}
