import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { healthSchema } from '#contract/engine/health.ts'
import { folderOf } from '../serve/folders.ts'
import { mergerCommand } from '../serve/merger.ts'
import { pythonOf, versionOf } from '../serve/python.ts'
import { type Settings, settingsOf } from '../serve/settings.ts'

const TEST_MS = 120_000

/**
 * `machine update-yt-dlp [VERSION]`: installs a yt-dlp beside the one in use, starts a merger with it that
 * tests it, and only then uses it.
 */
export async function updateYtDlp([version]: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const settings = settingsOf(env)
  const name = `installed-${Date.now()}`
  const folder = folderOf(settings.DATA, `yt-dlp/${name}`)
  try {
    await install(settings, folder, version)
    const python = `${folder}/bin/python`
    const [before = 'none', after = 'none'] = [versionOf(pythonOf(settings)), versionOf(python)]
    if (after <= before) throw new Error(`yt-dlp ${before} is in use, and ${after} is not newer.`)
    await test(settings, env, python)
    use(settings, name)
    console.log(`yt-dlp ${after} passed its test and replaces ${before}.`)
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function install({ PYTHON }: Settings, folder: string, version: string | undefined): Promise<void> {
  await run([PYTHON, '-m', 'venv', '--without-pip', folder])
  const wanted = `yt-dlp[default,curl-cffi]${version === undefined ? '' : `==${version}`}`
  const pip = [
    PYTHON,
    '-m',
    'pip',
    '--python',
    `${folder}/bin/python`,
    'install',
    '--quiet',
    '--no-cache-dir',
  ]
  // Only wheels: an installation from source would run code of the package.
  await run([...pip, '--only-binary', ':all:', wanted])
}

async function test(settings: Settings, env: NodeJS.ProcessEnv, python: string): Promise<void> {
  const port = settings.MERGER_PORT + 2
  const { command, env: own } = mergerCommand({ ...settings, MERGER_PORT: port }, env, python)
  const [program = '', ...args] = command
  const work = folderOf(settings.DATA, 'tmp')
  const merger = spawn(program, args, {
    env: { ...own, WORK_DIR: `${work}/test` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(merger, 'exit')
  const result = await Promise.race([
    ended.then(() => 'failed: the merger ended'),
    resultOf(`http://127.0.0.1:${port}/healthz`),
  ])
  if (merger.connected) merger.disconnect()
  await ended
  if (result !== 'passed') throw new Error(`This yt-dlp is not used, because its test ${result}.`)
}

async function resultOf(health: string): Promise<string> {
  for (const until = Date.now() + TEST_MS; Date.now() < until; await sleep(500)) {
    const answer = await fetch(health).catch(() => undefined)
    if (!answer?.ok) continue
    const { self_test: result } = healthSchema.parse(await answer.json())
    if (result !== 'running') return result
  }
  return 'did not end in two minutes'
}

/** The program that runs starts its merger again when the merges of it have ended. */
function use({ DATA }: Settings, name: string): void {
  const current = folderOf(DATA, 'yt-dlp/current')
  fs.symlinkSync(name, `${current}.new`)
  fs.renameSync(`${current}.new`, current)
  process.kill(Number(fs.readFileSync(folderOf(DATA, 'run/pid'), 'utf8')), 'SIGHUP')
}

async function run(command: string[]): Promise<void> {
  const [program = '', ...args] = command
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}
