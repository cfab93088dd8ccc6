import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Pool } from 'undici'
import { build } from '../build.mjs'
import { setupServers } from '../lib/setup/setup.mjs'
import { StepFailed } from '../lib/step.mjs'
import { atEnd } from '../lib/stop.mjs'
import { table, untilStalled } from '../lib/measuring.mjs'
import { KEYS, startEdge } from './proxy/edge.mjs'
import { startNginx } from './proxy/nginx.mjs'
import { cpu, descendants } from './proxy/processes.mjs'

const NGINX_PORT = 9_321
/**
 * The port in the address of the merger. No server listens on this port, because the measured API calls need
 * no merger.
 */
const CLOSED_PORT = 9_322
const CONNECTIONS = [1, 10, 100]
const WARM_UP_MS = 300
const HOST = 'pocketreel.example'
const LINK = 'https://cdn.example/file.mp4'

/**
 * @typedef {{ name: string, origin: string, path: string, status: number, pids: () => number[] }} Call an API
 *   call to measure; `status` is the expected status and `pids` returns the ids of the server's processes
 */

/**
 * `npm run bench -- api [SECONDS]`: measures the API calls that a page makes, over 1, 10 and 100 connections.
 * The built Worker answers the calls in workerd. For comparison, nginx serves a file that is as large as the
 * home page. Client and servers run on the same machine, so only ratios within one run are comparable.
 * @param {string[]} args
 */
export default async function bench(args) {
  const seconds = Math.min(30, Number(args[0] ?? 3))
  await setupServers()
  await build()
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-api-'))
  atEnd(() => fs.rmSync(work, { recursive: true, force: true }))
  const edge = await startEdge({ work, merger: `http://127.0.0.1:${CLOSED_PORT}` })
  atEnd(edge.end)
  const calls = await callsOf(edge)
  const html = await (await fetch(edge.origin, { headers: { accept: 'text/html' } })).text()
  fs.writeFileSync(`${work}/page.html`, html)
  const nginx = await startNginx({
    work,
    name: 'static',
    port: NGINX_PORT,
    server: `root ${work};`,
    probe: '/page.html',
  })
  calls.push({
    name: 'nginx, a file of the page’s size',
    origin: `http://127.0.0.1:${NGINX_PORT}`,
    path: '/page.html',
    status: 200,
    pids: () => descendants(nginx.pid),
  })
  const width = Math.max(...calls.map(({ name }) => name.length))
  const print = table({ call: width, 'per second': 10, 'p99 ms': 8, wrong: 6 })
  for (const call of calls)
    for (const connections of CONNECTIONS) print(await measure(call, connections, seconds))
}

/**
 * Creates a short link and a merge task. Returns the API calls to measure: some of these calls read the short
 * link or the status of the task.
 * @param {{ origin: string, pid: number }} edge
 * @returns {Promise<Call[]>}
 */
async function callsOf({ origin, pid }) {
  const { grantMedia } = await import('../../edge/grants/grant.ts')
  const { writeTicket } = await import('../../edge/grants/ticket.ts')
  const env = { GRANT_KEYS: KEYS }
  const facts = {
    headers: {},
    cookies: null,
    merger: 'local:0',
    key: 'k',
    container: 'mp4',
    expiresAt: null,
    sources: [LINK],
  }
  const grant = await grantMedia(env, LINK, { ...facts, way: 'edge' })
  const shortLink = /** @type {{ short_url: string }} */ (
    await json(`${origin}/api/shorten-preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${LINK}#g=${grant}`, title: 'Bench' }),
    })
  )
  /** @type {import('../../contract/engine/merge.ts').RenditionRef} */
  const audio = { id: '1', kind: 'audio', height: null, container: 'm4a', codec: null, language: null }
  /** @type {import('../../contract/engine/merge.ts').MergePlan} */
  const plan = { source_url: 'https://site.example/v', video: null, audio, container: 'm4a' }
  const ticket = await writeTicket(env, { plan, key: 'k', merger: 'local:0' })
  const task = /** @type {{ task_id: string }} */ (
    await json(`${origin}/api/download/start-merge?task_id=${ticket}`)
  )
  /** @type {(name: string, address: string, status: number) => Call} */
  const call = (name, address, status) => ({ name, origin, path: address, status, pids: () => [pid] })
  return [
    call('GET /api/domain-config', '/api/domain-config', 200),
    call('a short link', new URL(shortLink.short_url).pathname, 302),
    call('status of a task', `/api/download/status/${task.task_id}`, 200),
    call('the home page', '/', 200),
  ]
}

/**
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<unknown>}
 */
async function json(url, init) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init })
  if (!answer.ok) throw new StepFailed(`${url} answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

/**
 * Repeats one API call for some seconds over parallel connections, and returns a row of the table.
 * @param {Call} call
 * @param {number} connections number of parallel connections
 * @param {number} seconds duration of the measurement in seconds
 */
async function measure({ name, origin, path: address, status, pids }, connections, seconds) {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 })
  /** @type {number[]} */
  let times = []
  let wrong = 0
  let ended = 0
  const request = async () => {
    const start = performance.now()
    const headers = { host: HOST, accept: 'text/html,*/*' }
    const answer = await pool.request({ path: address, method: 'GET', headers })
    await answer.body.dump({ limit: 2 ** 22 })
    if (answer.statusCode === status) times.push(performance.now() - start)
    else wrong++
  }
  /** @param {number} until time at which to stop, as `performance.now()` returns it */
  const loop = async (until) => {
    for (; performance.now() < until; ended++) await request().catch(() => wrong++)
  }
  /** @param {number} ms duration in milliseconds */
  const load = (ms) =>
    untilStalled(
      () => Promise.all(Array.from({ length: connections }, () => loop(performance.now() + ms))),
      () => ended,
    )
  await load(WARM_UP_MS)
  times = []
  const [start, cpuBefore] = [performance.now(), cpu(pids())]
  await load(seconds * 1_000)
  const took = (performance.now() - start) / 1_000
  const used = cpu(pids()) - cpuBefore
  await pool.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  /**
   * Returns a percentile of the response times in milliseconds, as text.
   * @param {number} share from 0 to 1; 0.99 for the 99th percentile
   */
  const percentile = (share) => sorted[Math.floor(sorted.length * share)]?.toFixed(2) ?? '-'
  return {
    call: name,
    connections,
    'per second': Math.round(sorted.length / took),
    'p50 ms': percentile(0.5),
    'p99 ms': percentile(0.99),
    'CPU ms per call': ((used * 1_000) / Math.max(1, sorted.length)).toFixed(2),
    wrong,
  }
}
