import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { root } from '../../lib/step.mjs'
import { descendants } from './processes.mjs'

const KEY = Buffer.alloc(32, 7).toString('base64url')
/** The value of GRANT_KEYS for the local Worker. */
export const KEYS = JSON.stringify({ current: 'bench', keys: { bench: KEY } })
/** Time that workerd may take to end before it is killed, in milliseconds. */
const GRACE_MS = 5_000

/** @typedef {Parameters<typeof convertV4MiniflareOptions>[0]} WorkerOptions */
/** @typedef {{ origin: string, pid: number, end: () => Promise<void> }} LocalWorker */

/**
 * Runs the deployable bundle in workerd, with its storage in memory.
 * @param {{ work: string, merger: string }} options `work`: a temporary folder; `merger`: the address of the
 *   only merger
 * @returns {Promise<LocalWorker>}
 */
export async function startEdge({ work, merger }) {
  const deploy = ['deploy', '--env=', '--dry-run', '--containers-rollout=none', '--outdir', `${work}/edge`]
  execFileSync(process.execPath, [`${root}/node_modules/wrangler/bin/wrangler.js`, ...deploy], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
    timeout: 120_000,
  })
  /** @param {string} className */
  const object = (className) => ({ className, useSQLite: true })
  /** @type {{ namespace_id: string, simple: { limit: number, period: 60 } }} */
  const limit = { namespace_id: '1', simple: { limit: 100_000_000, period: 60 } }
  return await serve({
    modules: true,
    rootPath: `${work}/edge`,
    modulesRoot: `${work}/edge`,
    scriptPath: 'worker.js',
    bindings: {
      ENVIRONMENT: 'development',
      MERGER_ORIGIN: merger,
      MERGERS: '0',
      REGIONS: 'weur',
      MEDIA_WAY: 'unguarded',
      FILE_RETENTION_SECONDS: '3600',
      VISITOR_GIB: '100000',
      BUDGET_TASKS: '100000',
      BUDGET_GIB: '100000',
      BUDGET_CONTAINER_HOURS: '100000',
      ATTACHED_HOSTS: '',
      GRANT_KEYS: KEYS,
    },
    kvNamespaces: ['LINKS', 'BRANDS'],
    r2Buckets: ['FILES'],
    durableObjects: {
      MERGER: object('Merger'),
      TASKS: object('MergeTask'),
      EXTRACTIONS: object('Extraction'),
      PLACES: object('Places'),
      BUDGET: object('Budget'),
      ALLOWANCES: object('Allowance'),
      REFUSALS: object('Refusals'),
    },
    analyticsEngineDatasets: { COUNTS: { dataset: 'counts' } },
    ratelimits: {
      EXTRACT_LIMIT: limit,
      MERGE_LIMIT: limit,
      PROXY_LIMIT: limit,
      SHORTEN_LIMIT: limit,
      STATUS_LIMIT: limit,
    },
  })
}

/**
 * Runs a Worker that only passes on the bytes of one URL. It shows the cost of workerd itself.
 * @param {string} url URL whose bytes the Worker passes on
 */
export function startBare(url) {
  const script = `export default { async fetch() {
    const { body, status, headers } = await fetch(${JSON.stringify(url)})
    return new Response(body, { status, headers })
  } }`
  return serve({ modules: true, script })
}

/**
 * Starts a workerd process for one Worker. Miniflare puts Workers of its own in front of this Worker, but a
 * deployment has no such Workers. Therefore, the returned `origin` is the address of a socket that leads
 * directly to this Worker.
 * @param {WorkerOptions} worker Miniflare's options for the Worker
 * @returns {Promise<LocalWorker>}
 */
async function serve(worker) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate: '2026-11-02',
      compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
      port: 0,
      cf: false,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      stripCfConnectingIp: false,
      // Drops the lines that the Worker logs for its requests.
      handleStructuredLogs: () => {},
      ...worker,
    }),
  )
  const known = new Set(workerds())
  await miniflare.ready
  const pid = workerds().find((one) => !known.has(one))
  if (pid === undefined) throw new Error('workerd did not start')
  const { origin } = await miniflare.unsafeGetDirectURL()
  return { origin, pid, end: () => endOrKill(miniflare, pid) }
}

const workerds = () =>
  descendants(process.pid).filter(
    (child) => fs.readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd',
  )

/**
 * Ends workerd. Before it ends, workerd waits until its connections are closed. If it has not ended after
 * GRACE_MS, it is killed.
 * @param {Miniflare} miniflare
 * @param {number} pid
 */
async function endOrKill(miniflare, pid) {
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), GRACE_MS).unref())
  if ((await Promise.race([miniflare.dispose(), late])) !== 'late') return
  // The process may have ended before the signal was sent.
  if (workerds().includes(pid)) process.kill(pid, 'SIGKILL')
}
