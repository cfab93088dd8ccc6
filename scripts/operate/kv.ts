import http from 'node:http'
import { root, StepFailed } from '../lib/step.ts'
import { atEnd } from '../lib/stop.ts'
import { accountCall } from './account-api.ts'
import { configOf, isPlaceholder } from './config.ts'

type Key = { name: string; metadata?: Record<string, string> }
type Page = { result: Key[]; result_info?: { cursor?: string } }
interface Namespace {
  get(key: string): Promise<string | undefined>
  put(key: string, value: string, metadata?: Record<string, string>): Promise<unknown>
  remove(key: string): Promise<unknown>
  list(): Promise<Key[]>
}
export type Storage = {
  remote?: boolean | undefined
  state?: string | undefined
  config?: string | undefined
  env?: string | undefined
  /** The folder of a machine's sockets (docs/machine.md). */
  machine?: string | undefined
}

export const STORAGE_OPTIONS = {
  remote: { type: 'boolean' },
  state: { type: 'string' },
  config: { type: 'string' },
  env: { type: 'string' },
  machine: { type: 'string' },
} as const

export async function namespace(
  binding: 'BRANDS' | 'LINKS',
  { remote = false, state = `${root}/.wrangler/state`, config, env = 'production', machine }: Storage = {},
): Promise<Namespace> {
  if (machine !== undefined) return ofMachine(`${machine}/${binding}.socket`)
  const { kv_namespaces: known } = await configOf(env, config)
  const id = known.find((one) => one.binding === binding)?.id ?? ''
  if (!remote) return await local(id, state)
  if (isPlaceholder(id))
    throw new StepFailed(`wrangler.toml has no id of ${binding}: run npm run setup-account -- ${env}.`)
  return deployed(id)
}

function deployed(id: string): Namespace {
  const path = `/storage/kv/namespaces/${id}`
  const value = (key: string) => `${path}/values/${encodeURIComponent(key)}`
  return {
    get: async (key) => {
      const answer = await accountCall(value(key))
      return answer.ok ? await answer.text() : undefined
    },
    put: (key, text, metadata = {}) => {
      const body = new FormData()
      body.set('value', text)
      body.set('metadata', JSON.stringify(metadata))
      return accountCall(value(key), { method: 'PUT', body })
    },
    remove: (key) => accountCall(value(key), { method: 'DELETE' }),
    list: async () => {
      const keys: Key[] = []
      for (let cursor = ''; ;) {
        const answer = await accountCall(`${path}/keys?limit=1000${cursor && `&cursor=${cursor}`}`)
        const { result, result_info: more }: Page = await answer.json()
        keys.push(...result)
        cursor = more?.cursor ?? ''
        if (cursor === '') return keys
      }
    },
  }
}

/** A machine that runs answers the calls of a KV binding on a socket (machine/workers/keys.ts). */
function ofMachine(socketPath: string): Namespace {
  const call = (method: string, path: string, body = '', metadata?: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = {
        'content-length': Buffer.byteLength(body),
        ...(metadata && { 'cf-kv-metadata': JSON.stringify(metadata) }),
      }
      const request = http.request({ socketPath, method, path, headers }, async (answer) => {
        const chunks = await Array.fromAsync(answer as AsyncIterable<Buffer>)
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
      request.on('error', (cause) => reject(new StepFailed('The machine does not run.', { cause })))
      request.end(body)
    })
  const path = (key: string) => `/${encodeURIComponent(key)}`
  return {
    get: async (key) => {
      const { status, text } = await call('GET', path(key))
      return status === 200 ? text : undefined
    },
    put: (key, value, metadata) => call('PUT', path(key), value, metadata),
    remove: (key) => call('DELETE', path(key)),
    list: async () => {
      type Listed = { name: string; metadata?: string }
      const { keys } = JSON.parse((await call('GET', '/')).text) as { keys: Listed[] }
      return keys.map(({ name, metadata }) => ({ name, ...(metadata && { metadata: JSON.parse(metadata) }) }))
    },
  }
}

/** The storage of `wrangler dev`, as Wrangler itself opens it. */
async function local(id: string, state: string): Promise<Namespace> {
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      resourcePersistencePath: `${state}/v3`,
      kvNamespaces: { KV: id },
    }),
  )
  atEnd(() => miniflare.dispose())
  const kv = await miniflare.getKVNamespace('KV')
  return {
    get: async (key) => (await kv.get(key, 'text')) ?? undefined,
    put: (key, text, metadata) => kv.put(key, text, { metadata }),
    remove: (key) => kv.delete(key),
    list: async () => (await kv.list()).keys as Key[],
  }
}
