import fs from 'node:fs'
import os from 'node:os'
import { execFile } from 'node:child_process'
import { parseArgs } from 'node:util'
import { env, root, StepFailed } from '../lib/step.ts'
import { envFlag, TARGETS } from './deploy/plan.ts'

/** The installed Wrangler of this project. The path also works when npm did not start this script. */
const wrangler = `${root}/node_modules/wrangler/bin/wrangler.js`

interface Storage {
  remote?: boolean
  state?: string
  config?: string
  env?: string
}
type Key = { name: string; metadata?: Record<string, string> }
/** `code`: exit code, or the code of a Node error */
type Result = { code: number | string; out: string; errors: string }

export function namespace(
  binding: string,
  { remote = false, state = '.wrangler/state', config, env: target = 'production' }: Storage = {},
) {
  if (!TARGETS.some((one) => one === target)) throw new StepFailed(`--env is one of ${TARGETS.join(', ')}.`)
  const options = [
    '--binding',
    binding,
    ...(remote ? ['--remote'] : ['--local', '--persist-to', state]),
    ...(config ? ['--config', config] : []),
    envFlag(target),
  ]
  const kvKey = async (verb: string, ...args: string[]): Promise<Result & { fail: () => StepFailed }> => {
    const result = await callWrangler('kv', 'key', verb, ...args, ...options)
    return { ...result, fail: () => failure(verb, result, remote) }
  }
  const list = async (prefix?: string) => {
    const { code, out, fail } = await kvKey('list', ...(prefix ? ['--prefix', prefix] : []))
    if (code !== 0) throw fail()
    return JSON.parse(out) as Key[]
  }
  return {
    async get(key: string): Promise<string | undefined> {
      const { code, out, fail } = await kvKey('get', key, '--text')
      const isAbsent =
        out.trim() === 'Value not found' || (code !== 0 && /\b404\b/.test(out + fail().message))
      // In the deployed storage, Wrangler reports 404 for a missing key and for a missing namespace. If the
      // namespace is missing, listing its keys throws an error that explains the cause.
      if (isAbsent && remote) await list(key)
      if (isAbsent) return undefined
      if (code !== 0) throw fail()
      return out.trim()
    },
    /** The value is passed in a file, because the length of an argument is limited. */
    async put(key: string, value: string, metadata?: Record<string, string>) {
      const folder = fs.mkdtempSync(`${os.tmpdir()}/kv-`)
      try {
        fs.writeFileSync(`${folder}/value`, value)
        const about = metadata ? ['--metadata', JSON.stringify(metadata)] : []
        const { code, fail } = await kvKey('put', key, '--path', `${folder}/value`, ...about)
        if (code !== 0) throw fail()
      } finally {
        fs.rmSync(folder, { recursive: true, force: true })
      }
    },
    async remove(key: string) {
      const { code, fail } = await kvKey('delete', key)
      if (code !== 0) throw fail()
    },
    list: () => list(),
  }
}

function callWrangler(...args: string[]): Promise<Result> {
  const extra = { WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1', WRANGLER_HIDE_BANNER: 'true' }
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...env, ...extra }, maxBuffer: 64 * 1024 ** 2, timeout: 120_000 }
    execFile('node', [wrangler, ...args], options, (error, out, errors) =>
      resolve({ code: error ? (error.code ?? 1) : 0, out, errors: errors || (error?.message ?? '') }),
    )
  })
}

function failure(verb: string, { out, errors }: Result, remote: boolean): StepFailed {
  const hint = remote
    ? '\nThe deployed storage needs a login (`npx wrangler login`) or CLOUDFLARE_API_TOKEN, and the real namespace ids in wrangler.toml.'
    : ''
  return new StepFailed(`Wrangler could not ${verb} in KV:\n${(errors || out).trim()}${hint}`)
}

export type Options = {
  remote?: boolean
  'add-route'?: boolean
  exact?: boolean
  state?: string
  config?: string
  env?: string
}

export function readArguments(known: Partial<Record<keyof Options, 'switch' | 'text'>>): {
  positionals: string[]
  options: Options
} {
  const options: Record<string, { type: 'boolean' | 'string' }> = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [name, { type: kind === 'switch' ? 'boolean' : 'string' }]),
  )
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    return { positionals, options: values }
  } catch (error) {
    throw new StepFailed(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
