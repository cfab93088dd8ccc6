import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gibPerDay, limitBytes } from './disk.ts'
import { folderOf, makeFolders } from './folders.ts'
import { keysIn } from './keys.ts'
import { isListening, passedOn, startMerger } from './merger.ts'
import { Program } from './program.ts'
import { type Settings, settingsOf, trustedNetworks } from './settings.ts'
import { bindingsIn, workerdConfig } from './workerd-config.ts'

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
/** The bundled Workers (scripts/run/machine/bundle.ts). */
const bundles = `${root}/dist/machine`
const READY_MS = 120_000

/** Of the settings of the edge, an operator may change these. */
const VARS = [
  'FILE_RETENTION_SECONDS',
  'VISITOR_GIB',
  'BUDGET_TASKS',
  'BUDGET_GIB',
  'RATE_FACTOR',
  'CONTROLS',
]

export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const started = performance.now()
  const settings = settingsOf(env)
  makeFolders(settings.DATA)
  const keys = keysIn(settings.DATA)
  const merger = startMerger(settings, env, keys.MERGER_KEYS)
  const workerd = new Program('workerd', () => ({
    command: workerdCommand(settings, env),
    env: { ...passedOn(env), ...keys },
  }))
  void sayReady(settings, started)
  await new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
  await Promise.all([workerd.end(), merger.end()])
}

function workerdCommand(settings: Settings, env: NodeJS.ProcessEnv): string[] {
  // A socket file that an earlier run left behind would stop the next one from listening.
  const control = folderOf(settings.DATA, 'control')
  for (const name of fs.readdirSync(control)) fs.rmSync(`${control}/${name}`)
  const file = folderOf(settings.DATA, 'run/machine.capnp')
  fs.writeFileSync(file, configText(settings, env))
  // workerd has no channel to this process. Without setpriv it would outlive a process that is killed.
  return ['setpriv', '--pdeathsig', 'KILL', settings.WORKERD, 'serve', '-I', bundles, file]
}

function configText(settings: Settings, env: NodeJS.ProcessEnv): string {
  const bindings = bindingsIn(bundles)
  const { DATA, DOMAIN, HOST, PORT } = settings
  const limit = limitBytes(folderOf(DATA, 'blobs'), settings.DISK_GIB)
  const chosen = Object.fromEntries(VARS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const retention = Number({ ...bindings.vars, ...chosen }['FILE_RETENTION_SECONDS'])
  const vars = {
    BUDGET_GIB: gibPerDay(limit, retention),
    ...chosen,
    ENVIRONMENT: 'production',
    MEDIA_WAY: 'relay',
    ATTACHED_HOSTS: `${DOMAIN} addresses`,
    MERGER_ORIGIN: `${env['MERGER_ORIGIN'] ?? ''} http://127.0.0.1:${settings.MERGER_PORT}`.trim(),
    MERGERS: '0',
    REGIONS: 'weur',
    MERGER_BUILD: '',
  }
  const build = env['BUILD'] ?? ''
  return workerdConfig({
    bindings,
    pages: `${root}/dist/web`,
    data: DATA,
    door: `${HOST}:${PORT}`,
    control: folderOf(DATA, 'control'),
    trusted: trustedNetworks(settings),
    limitBytes: limit,
    vars,
    version: { id: build, tag: build, timestamp: '' },
  })
}

async function sayReady({ PORT, MERGER_PORT }: Settings, started: number): Promise<void> {
  while (performance.now() - started < READY_MS) {
    await sleep(100)
    // The edge remembers for ten seconds that a merger is down, so it is asked only when the merger listens.
    if (!(await isListening(MERGER_PORT))) continue
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status !== 200) continue
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    return console.log(`Ready on port ${PORT} after ${seconds} s.`)
  }
  console.error('The machine is not ready after two minutes: the lines above say why.')
}
