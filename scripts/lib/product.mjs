import fs from 'node:fs'
import net from 'node:net'
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { env, root, step, StepFailed } from './step.mjs'

/**
 * Starts merger and edge as they run in production, with local KV, R2 and Durable Objects.
 * @param {{ python: string, port: number, vars?: Record<string, string>, state?: string, extra?: Record<string, string> }} options
 *   vars: variables of the Worker; state: folder of the local storage; extra: environment of both programs
 * @returns {Promise<{ address: string, ended: Promise<string>, stop(): Promise<void> }>} `ended` names the program that ended first
 */
export async function startProduct({
  python,
  port,
  vars = {},
  state = `${root}/.wrangler/state`,
  extra = {},
}) {
  await freeOrFail(port)
  const mergerPort = await anyPort()
  const children = []
  const launch = (name, args, more) => {
    const child = spawn(`${root}/node_modules/.bin/node`, args, {
      cwd: root,
      env: { ...env, ...more, ...extra },
      // The merger ends when this channel closes: also with a parent that was killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    })
    const tail = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        tail.push(String(chunk))
        if (tail.length > 100) tail.shift()
        if (process.env.VERBOSE) process.stderr.write(chunk)
      })
    const ended = new Promise((resolve) =>
      child.once('exit', (code, signal) => resolve(`${name} ended (${signal ?? code})`)),
    )
    const part = { name, child, ended, words: () => tail.join('').slice(-4000) }
    children.push(part)
    return part
  }
  const stop = async () => {
    for (const { child } of children) endGroup(child, 'SIGTERM')
    await Promise.race([Promise.all(children.map((part) => part.ended)), sleep(5_000)])
    for (const { child } of children) endGroup(child, 'SIGKILL')
  }
  // Both start at once: each is ready by itself, and the edge asks for the merger only when a visitor comes.
  const starting = [
    step('merger', async () => {
      const merger = launch('merger', ['merger/server.ts'], {
        PORT: String(mergerPort),
        HOST: '127.0.0.1',
        PYTHON: python,
        WORK_DIR: `${root}/.cache/work`,
      })
      await answers(`http://127.0.0.1:${mergerPort}/healthz`, merger)
    }),
    step('edge', async () => {
      const edge = launch('edge', wranglerArgs(port, state, { ...localVars(mergerPort), ...vars }), {
        CI: '1',
        WRANGLER_SEND_METRICS: 'false',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      })
      await answers(`http://127.0.0.1:${port}/api/config`, edge)
    }),
  ]
  try {
    await Promise.all(starting)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: `http://127.0.0.1:${port}`,
    ended: Promise.race(children.map((part) => part.ended)),
    stop,
  }
}

const localVars = (mergerPort) => ({
  MERGER_ORIGIN: `http://127.0.0.1:${mergerPort}`,
  ENVIRONMENT: 'development',
  // On this machine the edge could dial what is inside; the merger's guard cannot be talked into it.
  MEDIA_WAY: 'relay',
})

function wranglerArgs(port, state, vars) {
  if (!fs.existsSync(`${root}/.dev.vars`))
    fs.writeFileSync(`${root}/.dev.vars`, `GRANT_KEYS='${freshKeys()}'\n`, { mode: 0o600 })
  const options = [
    '--config',
    localConfig(),
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--persist-to',
    state,
    '--log-level',
    'warn',
    '--show-interactive-dev-session=false',
  ]
  const given = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  return ['node_modules/wrangler/bin/wrangler.js', 'dev', ...options, ...given]
}

/**
 * The configuration without its routes: with them, Wrangler gives every local request the host of the first one, and
 * each link of ours would lead there.
 */
function localConfig() {
  const file = '.wrangler.local.toml'
  const whole = fs.readFileSync(`${root}/wrangler.toml`, 'utf8')
  const local = whole.replace(/^routes = \[[^\]]*\]\n/m, '')
  if (!fs.existsSync(`${root}/${file}`) || fs.readFileSync(`${root}/${file}`, 'utf8') !== local)
    fs.writeFileSync(`${root}/${file}`, local)
  return file
}

/** Keys for grants of one machine: one current key of 32 random bytes. */
function freshKeys() {
  return JSON.stringify({ current: 'local', keys: { local: randomBytes(32).toString('base64url') } })
}

async function answers(address, part) {
  let last = 'no answer'
  for (const begun = Date.now(); Date.now() - begun < 60_000; await sleep(100)) {
    if (part.child.exitCode !== null || part.child.signalCode !== null)
      throw new StepFailed(`The ${part.name} ended while starting:\n${part.words()}`)
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(
      (error) => ((last = String(error.cause ?? error)), undefined),
    )
    if (answer?.ok) return
    if (answer) last = `${answer.status} ${await answer.text()}`
  }
  throw new StepFailed(
    `The ${part.name} did not answer within a minute (${last.slice(0, 300)}):\n${part.words()}`,
  )
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

const listen = (port) =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: got } = server.address()
      server.close(() => resolve(got))
    })
  })
const anyPort = () => listen(0)
const freeOrFail = (port) =>
  listen(port).catch(() => {
    throw new StepFailed(
      `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=8788 npm start`,
    )
  })
