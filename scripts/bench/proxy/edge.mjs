import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { root } from '../../lib/step.mjs'
import { descendants } from './processes.mjs'

const KEY = Buffer.alloc(32, 7).toString('base64url')
/** The keys this edge seals with. */
export const KEYS = JSON.stringify({ current: 'bench', keys: { bench: KEY } })
const ENDS_SECONDS = 5

/**
 * The bundle that would be deployed, in workerd, with storage of its own that is gone with it.
 * @param {{ work: string, merger: string }} options `merger`: the address of its only merger
 * @returns {Promise<{ origin: string, pid: number, end: () => Promise<void> }>}
 */
export async function startEdge({ work, merger }) {
  const deploy = ['deploy', '--dry-run', '--containers-rollout=none', '--outdir', `${work}/edge`]
  execFileSync(process.execPath, [`${root}/node_modules/wrangler/bin/wrangler.js`, ...deploy], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
    timeout: 120_000,
  })
  const object = (className) => ({ className, useSQLite: true })
  const limit = { namespace_id: '1', simple: { limit: 100_000_000, period: 60 } }
  return await serve({
    rootPath: `${work}/edge`,
    modulesRoot: `${work}/edge`,
    scriptPath: 'worker.js',
    bindings: {
      ENVIRONMENT: 'development',
      MERGER_ORIGIN: merger,
      MEDIA_WAY: 'edge',
      FILE_RETENTION_SECONDS: '3600',
      ATTACHED_HOSTS: '',
      GRANT_KEYS: KEYS,
    },
    kvNamespaces: ['LINKS', 'BRANDS'],
    r2Buckets: ['FILES'],
    durableObjects: {
      MERGER: object('Merger'),
      TASKS: object('MergeTask'),
      EXTRACTIONS: object('Extraction'),
    },
    ratelimits: { EXTRACT_LIMIT: limit, MERGE_LIMIT: limit, PROXY_LIMIT: limit, SHORTEN_LIMIT: limit },
  })
}

/** A Worker that passes the bytes of one address and does nothing else: what workerd itself costs on this machine. */
export function startBare(url) {
  const script = `export default { async fetch() {
    const { body, status, headers } = await fetch(${JSON.stringify(url)})
    return new Response(body, { status, headers })
  } }`
  return serve({ script })
}

/** A Worker in a workerd of its own, asked directly: the development server's own Workers are not what is deployed. */
async function serve(worker) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      compatibilityDate: '2026-11-02',
      compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
      port: 0,
      cf: false,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      stripCfConnectingIp: false,
      // A line for each request would be most of what a bench prints.
      handleStructuredLogs: () => {},
      ...worker,
    }),
  )
  const known = new Set(workerds())
  await miniflare.ready
  const pid = workerds().find((one) => !known.has(one))
  const { origin } = await miniflare.unsafeGetDirectURL()
  return { origin, pid, end: () => endWithin(miniflare, pid) }
}

const workerds = () =>
  descendants(process.pid).filter(
    (child) => fs.readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd',
  )

/** Connections that are still open must not keep the bench: what does not end by itself is ended. */
async function endWithin(miniflare, pid) {
  const late = new Promise((resolve) => setTimeout(resolve, ENDS_SECONDS * 1_000, true).unref())
  if ((await Promise.race([miniflare.dispose(), late])) !== true) return
  // It may have ended in the meantime.
  if (workerds().includes(pid)) process.kill(pid, 'SIGKILL')
}
