import fs from 'node:fs'
import os from 'node:os'
import { execFile } from 'node:child_process'
import { env, root, StepFailed } from './step.mjs'

/** The project's own Wrangler: this script also works where it is started without npm. */
const wrangler = `${root}/node_modules/wrangler/bin/wrangler.js`

/**
 * One KV namespace of wrangler.toml, by its binding: this machine's (the one `npm start` uses), or the deployed one.
 * @param {string} binding
 * @param {{ remote?: boolean, state?: string, config?: string }} where state: folder of the local storage
 */
export function namespace(binding, { remote = false, state = '.wrangler/state', config } = {}) {
  const place = remote ? ['--remote'] : ['--local', '--persist-to', state]
  const ask = async (verb, ...args) => {
    const { code, out, errors } = await call(
      'kv',
      'key',
      verb,
      ...args,
      '--binding',
      binding,
      ...place,
      ...(config ? ['--config', config] : []),
    )
    return { code, out, fail: () => failure(verb, out, errors, remote) }
  }
  const listed = async (prefix) => {
    const { code, out, fail } = await ask('list', ...(prefix ? ['--prefix', prefix] : []))
    if (code !== 0) throw fail()
    return JSON.parse(out)
  }
  return {
    /** @returns {Promise<string | undefined>} undefined: there is no such key */
    async get(key) {
      const { code, out, fail } = await ask('get', key, '--text')
      const isAbsent =
        out.trim() === 'Value not found' || (code !== 0 && /\b404\b/.test(out + fail().message))
      // The deployed storage answers 404 for a namespace that nobody has, too.
      if (isAbsent && remote) await listed(key)
      if (isAbsent) return undefined
      if (code !== 0) throw fail()
      return out.trim()
    },
    /** Values go through a file: an argument may be too short for them. */
    async put(key, value, metadata) {
      const folder = fs.mkdtempSync(`${os.tmpdir()}/kv-`)
      try {
        fs.writeFileSync(`${folder}/value`, value)
        const about = metadata ? ['--metadata', JSON.stringify(metadata)] : []
        const { code, fail } = await ask('put', key, '--path', `${folder}/value`, ...about)
        if (code !== 0) throw fail()
      } finally {
        fs.rmSync(folder, { recursive: true, force: true })
      }
    },
    async remove(key) {
      const { code, fail } = await ask('delete', key)
      if (code !== 0) throw fail()
    },
    /** @returns {Promise<{ name: string, metadata?: Record<string, string> }[]>} */
    list: () => listed(),
  }
}

function call(...args) {
  const extra = { WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1', WRANGLER_HIDE_BANNER: 'true' }
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...env, ...extra }, maxBuffer: 64 * 1024 ** 2, timeout: 120_000 }
    execFile('node', [wrangler, ...args], options, (error, out, errors) =>
      resolve({ code: error ? (error.code ?? 1) : 0, out, errors: errors || (error?.message ?? '') }),
    )
  })
}

function failure(verb, out, errors, remote) {
  const hint = remote
    ? '\nThe deployed storage needs a login (`npx wrangler login`) or CLOUDFLARE_API_TOKEN, and the real namespace ids in wrangler.toml.'
    : ''
  return new StepFailed(`Wrangler could not ${verb} in KV:\n${(errors || out).trim()}${hint}`)
}

/**
 * The words and switches of a command line; an unknown switch ends the script with a sentence.
 * @param {Record<string, 'switch' | 'text'>} known
 */
export function readArguments(known) {
  const words = []
  const options = {}
  const args = process.argv.slice(2)
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i].startsWith('--') ? args[i].slice(2).split(/=(.*)/s) : []
    if (name === undefined) words.push(args[i])
    else if (!Object.hasOwn(known, name)) throw new StepFailed(`There is no option --${name}.`)
    else if (known[name] === 'switch') options[name] = true
    else options[name] = inline ?? args[++i]
  }
  return { words, options }
}

/** The contract is TypeScript, which the packaged Node runs by itself. */
export function assertNode() {
  if (!process.features.typescript)
    throw new StepFailed(
      `This needs Node 24 and runs on ${process.version}. Install the packages first: npm ci, then npm run it again.`,
    )
}
