import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Pool } from 'undici'
import { build } from '../build.mjs'
import { StepFailed } from '../lib/step.mjs'
import { KEYS, startEdge } from './proxy/edge.mjs'
import { startNginx } from './proxy/nginx.mjs'
import { cpu, descendants } from './proxy/processes.mjs'

// `npm run bench -- api [seconds]`: the calls a page makes, by the built Worker in workerd, at 1, 10 and 100 connections, beside a
// file of the page's size from nginx. Client and servers share the machine: only ratios of one run are comparable.

const [NGINX, NOBODY] = [9_321, 9_322]
const CONNECTIONS = [1, 10, 100]
const HOST = 'pocketreel.example'
const LINK = 'https://cdn.example/file.mp4'

const seconds = Math.min(30, Number(process.argv[2] ?? 3))
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-api-'))
const ended = []

try {
  await build()
  const edge = await startEdge({ work, merger: `http://127.0.0.1:${NOBODY}` })
  ended.push(edge.end)
  const calls = await callsOf(edge)
  const html = await (await fetch(edge.origin, { headers: { accept: 'text/html' } })).text()
  fs.writeFileSync(`${work}/page.html`, html)
  const nginx = startNginx({
    work,
    name: 'static',
    port: NGINX,
    server: `root ${work};`,
    probe: '/page.html',
  })
  ended.push(nginx.end)
  const still = {
    name: 'nginx, a file as long as the page',
    origin: `http://127.0.0.1:${NGINX}`,
    path: '/page.html',
    status: 200,
    pids: () => descendants(nginx.pid),
  }
  const rows = []
  for (const call of [...calls, still])
    for (const connections of CONNECTIONS) rows.push(await measure(call, connections))
  console.table(rows)
} finally {
  for (const end of ended.toReversed()) await end()
  fs.rmSync(work, { recursive: true, force: true })
}

/** What is asked of our edge: a short link and a task are made first, as a page makes them. */
async function callsOf({ origin, pid }) {
  const { grantMedia } = await import('../../edge/grants/grant.ts')
  const { writeTicket } = await import('../../edge/grants/ticket.ts')
  const env = { GRANT_KEYS: KEYS }
  const facts = { headers: {}, cookies: null, merger: 'local:0', key: 'k', container: 'mp4', expiresAt: null }
  const grant = await grantMedia(env, LINK, { ...facts, way: 'edge' })
  const { short_url } = await answerOf(`${origin}/api/shorten-preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${LINK}#g=${grant}`, title: 'Bench' }),
  })
  const sound = { id: '1', kind: 'audio', height: null, container: 'm4a', codec: null, language: null }
  const plan = { source_url: 'https://site.example/v', video: null, audio: sound, container: 'm4a' }
  const ticket = await writeTicket(env, { plan, key: 'k', merger: 'local:0' })
  const { task_id } = await answerOf(`${origin}/api/download/start-merge?task_id=${ticket}`)
  const paths = [
    ['GET /api/domain-config', '/api/domain-config', 200],
    ['a short link', new URL(short_url).pathname, 302],
    ['status of a task', `/api/download/status/${task_id}`, 200],
    ['the home page', '/', 200],
  ]
  return paths.map(([name, path, status]) => ({ name, origin, path, status, pids: () => [pid] }))
}

async function answerOf(url, init) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init })
  if (!answer.ok) throw new StepFailed(`${url} answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

/** Asks again and again over so many connections until the time is up. */
async function measure({ name, origin, path, status, pids }, connections) {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 })
  const times = []
  let wrong = 0
  const ask = async () => {
    const begun = performance.now()
    const answer = await pool.request({
      path,
      method: 'GET',
      headers: { host: HOST, accept: 'text/html,*/*' },
    })
    await answer.body.dump({ limit: 2 ** 22 })
    if (answer.statusCode === status) times.push(performance.now() - begun)
    else wrong++
  }
  const loop = async (until) => {
    while (performance.now() < until) await ask().catch(() => wrong++)
  }
  const run = (time) => Promise.all(Array.from({ length: connections }, () => loop(performance.now() + time)))
  await run(300)
  times.length = 0
  const [begun, ticks] = [performance.now(), cpu(pids())]
  await run(seconds * 1_000)
  const took = (performance.now() - begun) / 1_000
  const used = cpu(pids()) - ticks
  await pool.destroy()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)]?.toFixed(2) ?? '-'
  return {
    what: name,
    connections,
    'a second': Math.round(times.length / took),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'CPU ms each': ((used * 1_000) / Math.max(1, times.length)).toFixed(2),
    wrong,
  }
}
