import fs from 'node:fs'
import os from 'node:os'
import { execFile } from 'node:child_process'
import { parseArgs } from 'node:util'
import { env, root, StepFailed } from './step.mjs'

/** The installed Wrangler of this project. The path also works when npm did not start this script. */
const wrangler = `${root}/node_modules/wrangler/bin/wrangler.js`

/**
 * @typedef {object} Storage
 * @property {boolean} [remote] true for the deployed storage; false (the default) for the local storage,
 *   which `npm start` uses
 * @property {string} [state] folder of the local storage
 * @property {string} [config] another wrangler.toml
 */
/** @typedef {{ name: string, metadata?: Record<string, string> }} Key */
/**
 * @typedef {{ code: number | string, out: string, errors: string }} Result `code`: exit code, or the code of
 * a Node error
 */

/**
 * Returns functions that read and write a KV namespace.
 * @param {string} binding name of the namespace's binding in wrangler.toml
 * @param {Storage} [storage]
 */
export function namespace(binding, { remote = false, state = '.wrangler/state', config } = {}) {
  const options = [
    '--binding',
    binding,
    ...(remote ? ['--remote'] : ['--local', '--persist-to', state]),
    ...(config ? ['--config', config] : []),
    '--env=',
  ]
  /** @type {(verb: string, ...args: string[]) => Promise<Result & { fail: () => StepFailed }>} */
  const kvKey = async (verb, ...args) => {
    const result = await callWrangler('kv', 'key', verb, ...args, ...options)
    return { ...result, fail: () => failure(verb, result, remote) }
  }
  /** @param {string} [prefix] */
  const list = async (prefix) => {
    const { code, out, fail } = await kvKey('list', ...(prefix ? ['--prefix', prefix] : []))
    if (code !== 0) throw fail()
    return /** @type {Key[]} */ (JSON.parse(out))
  }
  return {
    /**
     * @param {string} key
     * @returns {Promise<string | undefined>} undefined if the key does not exist
     */
    async get(key) {
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
    /**
     * Writes a value. The value is passed in a file, because the length of an argument is limited.
     * @param {string} key
     * @param {string} value
     * @param {Record<string, string>} [metadata]
     */
    async put(key, value, metadata) {
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
    /** @param {string} key */
    async remove(key) {
      const { code, fail } = await kvKey('delete', key)
      if (code !== 0) throw fail()
    },
    list: () => list(),
  }
}

/**
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
function callWrangler(...args) {
  const extra = { WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1', WRANGLER_HIDE_BANNER: 'true' }
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...env, ...extra }, maxBuffer: 64 * 1024 ** 2, timeout: 120_000 }
    execFile('node', [wrangler, ...args], options, (error, out, errors) =>
      resolve({ code: error ? (error.code ?? 1) : 0, out, errors: errors || (error?.message ?? '') }),
    )
  })
}

/** @type {(verb: string, result: Result, remote: boolean) => StepFailed} */
function failure(verb, { out, errors }, remote) {
  const hint = remote
    ? '\nThe deployed storage needs a login (`npx wrangler login`) or CLOUDFLARE_API_TOKEN, and the real namespace ids in wrangler.toml.'
    : ''
  return new StepFailed(`Wrangler could not ${verb} in KV:\n${(errors || out).trim()}${hint}`)
}

/**
 * @typedef {{ remote?: boolean, 'add-route'?: boolean, exact?: boolean, state?: string, config?: string }}
 * Options
 */

/**
 * Parses the command line into positional arguments and options such as `--remote` and `--state FOLDER`.
 * Throws StepFailed for an unknown option.
 * @param {Partial<Record<keyof Options, 'switch' | 'text'>>} known
 * @returns {{ positionals: string[], options: Options }}
 */
export function readArguments(known) {
  /** @type {Record<string, { type: 'boolean' | 'string' }>} */
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [name, { type: kind === 'switch' ? 'boolean' : 'string' }]),
  )
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    return { positionals, options: values }
  } catch (error) {
    throw new StepFailed(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Throws StepFailed when this Node cannot import TypeScript, in which the contract is written. */
export function assertNode() {
  if (!process.features.typescript)
    throw new StepFailed(
      `This command needs Node 24, but runs on ${process.version}. Install the packages first with \`npm ci\`, then start the command with \`npm run\`.`,
    )
}
