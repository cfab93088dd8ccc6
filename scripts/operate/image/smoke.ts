import fs from 'node:fs'
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE_VERSION } from '#contract/engine/version.ts'

// `smoke.ts FOLDER CONFIG` starts the merger of an image in the sealed internet and checks it. FOLDER is the
// file system of the image, CONFIG its configuration as JSON.

const START_MS = 90_000
/** When `unshare` ends, the kernel ends all processes of the namespace. */
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child']
const [folder = '', config = ''] = process.argv.slice(2)
const { Env, Entrypoint }: { Env: string[]; Entrypoint: string[] } = JSON.parse(config)
const script = new URL('in-image.sh', import.meta.url).pathname
const origin = 'http://127.0.0.1:8080'

function check(isTrue: unknown, problem: string): asserts isTrue {
  if (!isTrue) throw new Error(problem)
}

const inImage = (...command: string[]) =>
  spawn('unshare', [...NAMESPACES, 'sh', script, folder, 'user', 'env', '-i', ...Env, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const endOf = (child: ChildProcess): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    let output = ''
    const keep = (chunk: Buffer) => (output += chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('close', (code) => resolve({ code, output: output.slice(-4_000) }))
  })

const start = performance.now()
const merger = inImage(...Entrypoint)
const ended = endOf(merger)
try {
  const health = await ready()
  const { privileges, network, processes, limits } = health.sandbox
  check(privileges && network && processes && limits, `the sandbox has ${JSON.stringify(health.sandbox)}`)
  const [, tag = ''] = /^BUILD=(.*)$/m.exec(Env.join('\n')) ?? []
  check((health.build ?? '') === tag, `/healthz shows the build "${health.build}", not "${tag}"`)
  const refused = await lastLineOf('http://127.0.0.1:8080/x.mp4')
  check(refused.code === 'refused_address', `a link to the merger itself got ${JSON.stringify(refused)}`)
  for (const file of ['/app/x', '/opt/yt-dlp/x', '/usr/local/bin/x', '/etc/x']) {
    const { code } = await endOf(inImage('touch', file))
    check(code !== 0, `the user of the image can write to ${file}`)
  }
  const { output: setuid } = await endOf(inImage('find', '/', '-xdev', '-perm', '/6000', '-type', 'f'))
  const programs = setuid.split('\n').filter((line) => line.startsWith('/'))
  check(programs.length === 0, `programs run with the rights of another user: ${programs.join(' ')}`)
  check(!fs.existsSync(`${folder}/usr/local/bin/npm`), 'the image has npm')
  const [first] = fs.readFileSync(`/proc/${merger.pid}/task/${merger.pid}/children`, 'utf8').split(' ')
  process.kill(Number(first), 'SIGTERM')
  const { code, output } = await ended
  check(code === 0, `SIGTERM ended the merger with ${code}:\n${output}`)
} catch (error) {
  merger.kill('SIGKILL')
  console.error(error instanceof Error ? error.message : error, (await ended).output)
  process.exit(1)
}

async function ready() {
  while (performance.now() < start + START_MS) {
    check(merger.exitCode === null, 'the merger ended during its start')
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) return await answer.json()
    await sleep(100)
  }
  throw new Error(`the merger does not answer after ${START_MS / 1_000} seconds`)
}

async function lastLineOf(url: string): Promise<{ code?: string }> {
  const answer = await fetch(`${origin}/extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ v: ENGINE_VERSION, url }),
  })
  const lines = (await answer.text()).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '{}')
}
