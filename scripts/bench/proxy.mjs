import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { build } from '../build.mjs'
import { root, StepFailed } from '../step.mjs'

// `npm run bench -- proxy [MiB] [streams]`: the built Worker in workerd beside nginx `proxy_pass` and the source itself, the same
// file in one run. Only ratios are comparable; the machine is shared with the client and the source.

const [ORIGIN, NGINX] = [9_311, 9_312]
const TICKS = 100
const STREAMS = Number(process.argv[3] ?? 200)
const KEY = Buffer.alloc(32, 7).toString('base64url')
const LINK = 'https://cdn.example/file.mp4'

const mib = Number(process.argv[2] ?? 1_024)
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-proxy-'))
const ended = []

try {
  await build()
  fs.closeSync(fs.openSync(`${work}/file.mp4`, 'w'))
  fs.truncateSync(`${work}/file.mp4`, mib * 2 ** 20)
  startNginx('origin', ORIGIN, `root ${work}; location = /relay { try_files /file.mp4 =404; }`)
  const proxied = startNginx(
    'proxy',
    NGINX,
    `location / { proxy_pass http://127.0.0.1:${ORIGIN}; proxy_http_version 1.1; }`,
  )
  const edge = await startEdge()
  const file = `/file.mp4`
  const ways = [
    { name: 'the source itself', url: `http://127.0.0.1:${ORIGIN}${file}`, pids: () => [] },
    { name: 'nginx proxy_pass', url: `http://127.0.0.1:${NGINX}${file}`, pids: () => descendants(proxied) },
    { name: 'our edge', url: edge.url, pids: () => [edge.pid] },
  ]
  for (const { url } of ways) curl(url, ['-r', '0-1048575'])
  console.table(ways.map(whole))
  const slow = []
  for (const way of ways.slice(1)) for (const count of [1, STREAMS]) slow.push(await slowStreams(way, count))
  console.table(slow)
} finally {
  for (const end of ended.toReversed()) await end()
  fs.rmSync(work, { recursive: true, force: true })
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

/** Many readers of 500 kB/s for eight seconds. */
async function slowStreams({ name, url, pids }, count) {
  const [before, ticks] = [rss(pids()), cpu(pids())]
  const args = ['-s', '-o', '/dev/null', '--limit-rate', '500k', '--max-time', '8', url]
  const readers = Array.from(
    { length: count },
    () => new Promise((resolve) => spawn('curl', args, { stdio: 'ignore' }).once('exit', resolve)),
  )
  await new Promise((resolve) => setTimeout(resolve, 6_000))
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

function curl(url, more) {
  return execFileSync('curl', ['-sS', '-f', '-o', '/dev/null', ...more, url], { encoding: 'utf8' })
}

/** An nginx of its own folder; returns its process id. */
function startNginx(name, port, server) {
  const conf = `${work}/${name}.conf`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  fs.writeFileSync(
    conf,
    `daemon off; worker_processes 1; pid ${work}/${name}.pid; error_log stderr; user root;
     events { worker_connections 2048; }
     http { access_log off; sendfile on; types { video/mp4 mp4; } default_type video/mp4;
       ${temporary.map((kind) => `${kind}_temp_path ${work}/${name}-${kind};`).join(' ')}
       server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const child = spawn('nginx', ['-c', conf, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.once('error', () => console.error('nginx is not installed: this bench compares with it'))
  ended.push(
    () => new Promise((resolve) => (child.kill('SIGTERM') ? child.once('exit', resolve) : resolve())),
  )
  if (child.pid === undefined) throw new StepFailed('This bench needs nginx (apt install nginx-light).')
  for (let tries = 0; tries < 50; tries++) {
    try {
      curl(`http://127.0.0.1:${ORIGIN}/file.mp4`, ['-I'])
      break
    } catch {
      execFileSync('sleep', ['0.1']) // not listening yet
    }
  }
  return child.pid
}

/**
 * The bundle that would be deployed, in workerd. It asks the source by the relay's way, which is the same code and may
 * be a loopback address.
 */
async function startEdge() {
  const deploy = ['deploy', '--dry-run', '--containers-rollout=none', '--outdir', `${work}/edge`]
  execFileSync(process.execPath, [`${root}/node_modules/wrangler/bin/wrangler.js`, ...deploy], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })
  const object = (className) => ({ className, useSQLite: true })
  const limit = { namespace_id: '1', simple: { limit: 100_000, period: 60 } }
  const keys = JSON.stringify({ current: 'bench', keys: { bench: KEY } })
  const options = convertV4MiniflareOptions({
    modules: true,
    rootPath: `${work}/edge`,
    modulesRoot: `${work}/edge`,
    scriptPath: 'worker.js',
    compatibilityDate: '2026-11-02',
    compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
    port: 0,
    bindings: {
      ENVIRONMENT: 'development',
      MERGER_ORIGIN: `http://127.0.0.1:${ORIGIN}`,
      FILE_RETENTION_SECONDS: '3600',
      ATTACHED_HOSTS: '',
      GRANT_KEYS: keys,
    },
    kvNamespaces: ['LINKS', 'BRANDS'],
    r2Buckets: ['FILES'],
    durableObjects: {
      MERGER: object('Merger'),
      TASKS: object('MergeTask'),
      EXTRACTIONS: object('Extraction'),
    },
    ratelimits: { EXTRACT_LIMIT: limit, MERGE_LIMIT: limit, PROXY_LIMIT: limit, SHORTEN_LIMIT: limit },
    cf: false,
  })
  const miniflare = new Miniflare(options)
  ended.push(() => miniflare.dispose())
  const { origin } = await miniflare.ready
  const { grantMedia } = await import('../../edge/grant.ts')
  const terms = {
    headers: {},
    cookies: null,
    way: 'relay',
    merger: 'local:0',
    key: '',
    container: 'mp4',
    expiresAt: null,
  }
  const grant = await grantMedia({ GRANT_KEYS: keys }, LINK, terms)
  const pid = descendants(process.pid).find(
    (child) => fs.readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd',
  )
  return { url: `${origin}/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${grant}`, pid }
}

/** The numbers of a process behind its name; undefined for one that has just ended. */
function stat(pid) {
  const text = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : undefined
  return text?.slice(text.lastIndexOf(') ') + 2).split(' ')
}

/** A process and all below it. */
function descendants(pid) {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = all.map((name) => [Number(name), Number(stat(name)?.[1])])
  const below = (one) => [
    one,
    ...parents.filter(([, parent]) => parent === one).flatMap(([child]) => below(child)),
  ]
  return below(pid)
}

/** CPU seconds of processes so far. */
function cpu(pids) {
  return pids.reduce((sum, pid) => sum + (Number(stat(pid)[11]) + Number(stat(pid)[12])) / TICKS, 0)
}

/** Resident memory in MB. */
function rss(pids) {
  const of = (pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1e3
  return pids.reduce((sum, pid) => sum + of(pid), 0)
}
