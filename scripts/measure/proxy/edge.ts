import fs from 'node:fs'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { root, runOrFail } from '../../lib/step.ts'
import { descendants } from '../processes.ts'

const KEY = Buffer.alloc(32, 7).toString('base64url')
export const KEYS = JSON.stringify({ current: 'bench', keys: { bench: KEY } })
const GRACE_MS = 5_000

type LocalWorker = { origin: string; pid: number; end: () => Promise<void> }

/** The Worker of wrangler.toml, without its limits. `origin` leads directly to it. */
export async function startEdge({ work, merger }: { work: string; merger: string }): Promise<LocalWorker> {
  const deploy = ['deploy', '--env=', '--dry-run', '--containers-rollout=none', '--outdir', `${work}/edge`]
  const extra = { CI: '1', WRANGLER_SEND_METRICS: 'false' }
  await runOrFail(['wrangler', ...deploy], { seconds: 120, extra })
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${root}/wrangler.toml`)
  const { compatibilityDate, compatibilityFlags, kvNamespaces, r2Buckets } = workerOptions
  const { durableObjects, analyticsEngineDatasets, bindings, ratelimits } = workerOptions
  const vars = { ENVIRONMENT: 'development', MERGER_ORIGIN: merger, MERGERS: '0', MEDIA_WAY: 'unguarded' }
  const unlimited = { VISITOR_GIB: '100000', BUDGET_TASKS: '100000', BUDGET_GIB: '100000' }
  const limit = { namespace_id: '1', simple: { limit: 100_000_000, period: 60 as const } }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate,
      compatibilityFlags,
      kvNamespaces,
      r2Buckets,
      durableObjects,
      analyticsEngineDatasets,
      modules: true,
      rootPath: `${work}/edge`,
      modulesRoot: `${work}/edge`,
      scriptPath: 'worker.js',
      bindings: Object.assign({}, bindings, vars, unlimited, { GRANT_KEYS: KEYS }),
      ratelimits: Object.fromEntries(Object.keys(Object(ratelimits)).map((name) => [name, limit])),
      port: 0,
      cf: false,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      stripCfConnectingIp: false,
      handleStructuredLogs: () => {},
    } as Parameters<typeof convertV4MiniflareOptions>[0]),
  )
  await miniflare.ready
  const [pid] = workerds()
  if (pid === undefined) throw new Error('workerd did not start')
  const { origin } = await miniflare.unsafeGetDirectURL()
  return { origin, pid, end: () => endOrKill(miniflare, pid) }
}

const workerds = () =>
  descendants(process.pid).filter(
    (child) => fs.readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'workerd',
  )

/** Before it ends, workerd waits until its connections are closed. */
async function endOrKill(miniflare: Miniflare, pid: number) {
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), GRACE_MS).unref())
  if ((await Promise.race([miniflare.dispose(), late])) !== 'late') return
  if (workerds().includes(pid)) process.kill(pid, 'SIGKILL')
}
