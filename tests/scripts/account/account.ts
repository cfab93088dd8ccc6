import { randomUUID } from 'node:crypto'
import type http from 'node:http'

export const ACCOUNT = '0123456789abcdef0123456789abcdef'
export const TOKEN = 'a-token-of-this-test'
const REPOSITORY = 'media-downloader-merger'

type Application = { id: string; name: string; configuration: { image: string } }
type Rollout = { target_configuration?: object }
type Binding = { name: string; text?: string; class_name?: string }
type Version = { id: string; annotations: Record<string, string>; bindings: Binding[] }
type Deployment = { id: string; created_on: string; versions: { version_id: string; percentage: number }[] }
type Worker = { secrets: string[]; versions: Version[]; deployments: Deployment[]; domains: string[] }
type Kept = { value: string; metadata?: unknown }
type Call = {
  method: string
  path: string
  query: URLSearchParams
  body: () => Promise<Buffer>
  type: string
}
/** undefined: not found */
type Answer =
  | { result: unknown }
  | { raw: string | object }
  | { status: number; code: number; message: string }

/**
 * An imitation of the calls of Cloudflare's API that the commands of docs/operations.md make. Paths and
 * answers follow the API reference; what it leaves open, the pinned Wrangler decides.
 */
export class Account {
  readonly namespaces = new Map<string, { title: string; keys: Map<string, Kept> }>()
  readonly buckets = new Map<string, { location: string; rules: { id: string }[] }>()
  readonly workers = new Map<string, Worker>()
  readonly applications = new Map<string, Application>()
  readonly images = new Set<string>()
  /** Rows of Analytics Engine. */
  counts: object[] = []
  readonly unknown: string[] = []

  readonly api: http.RequestListener = (request, response) => void this.#serve(request, response)

  /** The keys of a namespace that exists from now on. */
  keysOf(id: string): Map<string, Kept> {
    const keys = new Map<string, Kept>()
    this.namespaces.set(id, { title: id, keys })
    return keys
  }

  /** What visitors of a Worker see. */
  live(name: string): Version | undefined {
    const { versions = [], deployments = [] } = this.workers.get(name) ?? {}
    return versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id)
  }

  readonly registry: http.RequestListener = ({ method, url = '' }, response) => {
    const tag = /\/manifests\/(.+)$/.exec(url)?.[1]
    if (url.startsWith('/v2/_catalog'))
      return response.end(
        JSON.stringify({ repositories: { [`${ACCOUNT}/${REPOSITORY}`]: [...this.images] } }),
      )
    if (method === 'DELETE' && tag) this.images.delete(tag)
    if (method === 'PUT' && tag) this.images.add(tag)
    response.setHeader('docker-content-digest', 'sha256:1')
    response.end('{}')
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', 'https://api.cloudflare.com')
    const path = url.pathname.replace('/client/v4', '').replace(`/accounts/${ACCOUNT}`, '')
    const call: Call = {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      type: request.headers['content-type'] ?? '',
      body: async () => Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)),
    }
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}` || path.startsWith('/workers/assets')
    const answer = isKnown
      ? await this.#answer(call)
      : { status: 403, code: 10_000, message: 'Authentication error' }
    if (!answer) this.unknown.push(`${call.method} ${path}`)
    request.resume()
    if (answer && 'raw' in answer)
      return response.end(typeof answer.raw === 'string' ? answer.raw : JSON.stringify(answer.raw))
    const failure = answer ? ('code' in answer ? answer : undefined) : notFound(7003, 'No such call')
    const { status = 200, code, message } = failure ?? {}
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        success: !failure,
        errors: failure ? [{ code, message }] : [],
        messages: [],
        result: answer && 'result' in answer ? answer.result : null,
        result_info: { page: 1, per_page: 1_000, count: 1, total_count: 1, total_pages: 1 },
      }),
    )
  }

  async #answer(call: Call): Promise<Answer | undefined> {
    const { method, path } = call
    if (path === '/user') return { result: { id: 'u1', email: 'operator@your-domain.tld' } }
    if (path === '/user/tokens/verify') return { result: { id: 't1', status: 'active' } }
    if (path === '/accounts') return { result: [{ id: ACCOUNT, name: 'Operator' }] }
    if (path === '/memberships') return { result: [{ id: 'm1', account: { id: ACCOUNT, name: 'Operator' } }] }
    if (/^\/workers\/workers\/[\w-]+$/.test(path)) return { result: { id: 'w1', subdomain: SUBDOMAIN } }
    if (path === '/analytics_engine/sql') return { raw: { data: this.counts } }
    if (path.startsWith('/storage/kv/namespaces')) return await this.#kv(call)
    if (path.startsWith('/r2/buckets')) return await this.#r2(call)
    if (path.startsWith('/containers/')) return await this.#containers(call)
    if (path === '/workers/subdomain') return { result: { subdomain: 'subdomain' } }
    if (path.startsWith('/workers/assets/upload')) return { result: { jwt: JWT } }
    if (path === '/workers/domains/records' && method === 'GET') return { result: [] }
    const [, kind, name = '', rest = ''] = /^\/workers\/(services|scripts)\/([\w-]+)(\/.*)?$/.exec(path) ?? []
    return kind ? await this.#worker(call, name, rest) : undefined
  }

  async #kv({ method, path, query, body, type }: Call): Promise<Answer | undefined> {
    const [, id = '', rest = ''] = /^\/storage\/kv\/namespaces(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
    if (!id && method === 'POST') {
      const { title } = JSON.parse(String(await body())) as { title: string }
      if ([...this.namespaces.values()].some((one) => one.title === title))
        return {
          status: 400,
          code: 10_014,
          message: 'a namespace with this account ID and title already exists',
        }
      const created = randomUUID().replaceAll('-', '')
      this.namespaces.set(created, { title, keys: new Map() })
      return { result: { id: created, title, supports_url_encoding: true } }
    }
    if (!id) return { result: [...this.namespaces].map(([one, { title }]) => ({ id: one, title })) }
    const keys = this.namespaces.get(id)?.keys
    if (!keys) return notFound(10_013, 'namespace not found')
    if (rest === '/keys') {
      const known = [...keys].filter(([name]) => name.startsWith(query.get('prefix') ?? ''))
      return { result: known.map(([name, { metadata }]) => ({ name, ...(metadata ? { metadata } : {}) })) }
    }
    const key = decodeURIComponent(rest.replace('/values/', ''))
    if (method === 'PUT') keys.set(key, await kept(type, await body()))
    if (method === 'DELETE') keys.delete(key)
    if (method !== 'GET') return { result: null }
    const value = keys.get(key)?.value
    return value === undefined ? notFound(10_009, 'get: key not found') : { raw: value }
  }

  async #r2({ method, path, body }: Call): Promise<Answer | undefined> {
    const [, name = '', rest] = /^\/r2\/buckets(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
    if (!name && method === 'POST') {
      const { name: bucket, locationHint = '' } = JSON.parse(String(await body())) as Record<string, string>
      if (!bucket) return undefined
      if (this.buckets.has(bucket))
        return { status: 409, code: 10_004, message: 'The bucket you tried to create already exists' }
      this.buckets.set(bucket, { location: locationHint, rules: [] })
      return { result: { name: bucket } }
    }
    const bucket = this.buckets.get(name)
    if (!bucket) return notFound(10_006, 'The specified bucket does not exist.')
    if (rest === '/lifecycle' && method === 'PUT')
      bucket.rules = (JSON.parse(String(await body())) as { rules: { id: string }[] }).rules
    return { result: rest === '/lifecycle' ? { rules: bucket.rules } : { name } }
  }

  async #containers({ method, path, body }: Call): Promise<Answer | undefined> {
    if (path === '/containers/me')
      return {
        result: {
          external_account_id: ACCOUNT,
          legacy_identity: ACCOUNT,
          capabilities: [],
          limits: {
            disk_mb_per_deployment: 12_000,
            memory_mib_per_deployment: 6_144,
            vcpu_per_deployment: 1,
          },
          locations: [],
          defaults: {},
        },
      }
    if (/^\/containers\/registries\/[^/]+\/credentials$/.test(path))
      return {
        result: {
          account_id: ACCOUNT,
          registry_host: 'registry.cloudflare.com',
          username: 'v1',
          password: 'p',
        },
      }
    if (path === '/containers/applications' && method === 'GET')
      return { result: [...this.applications.values()] }
    const [, id = '', rest = ''] = /^\/containers\/applications(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
    const asked = JSON.parse(String(await body()) || '{}') as Partial<Application> & Rollout
    const known = this.applications.get(id) ?? { id: randomUUID(), name: '', configuration: { image: '' } }
    if (id && !this.applications.has(id)) return notFound(1000, 'no such application')
    if (rest) known.configuration = { ...known.configuration, ...asked.target_configuration }
    else this.applications.set(known.id, { ...known, ...asked })
    return { result: rest ? { id: randomUUID() } : this.applications.get(known.id) }
  }

  async #worker({ method, path, body, type }: Call, name: string, rest: string): Promise<Answer | undefined> {
    const known = this.workers.get(name)
    if (path.includes('/services/')) return known ? { result: serviceOf(name) } : NO_WORKER
    if (rest === '/assets-upload-session') return { result: { jwt: JWT, buckets: [] } }
    if (rest === '/secrets' && method === 'PUT' && known) {
      const { name: secret } = JSON.parse(String(await body())) as { name: string }
      known.secrets = [...new Set([...known.secrets, secret])]
      this.#deploy(known, {
        id: randomUUID(),
        annotations: { 'workers/triggered_by': 'secret' },
        bindings: known.versions.at(-1)?.bindings ?? [],
      })
      return { result: { name: secret, type: 'secret_text' } }
    }
    if ((rest === '' && method === 'PUT') || (rest === '/versions' && method === 'POST')) {
      const worker = known ?? { secrets: [], versions: [], deployments: [], domains: [] }
      this.workers.set(name, worker)
      const version = versionOf(await metadataOf(type, await body()))
      if (rest === '') this.#deploy(worker, version)
      else worker.versions.push(version)
      return {
        result: {
          id: rest ? version.id : name,
          deployment_id: version.id,
          startup_time_ms: 9,
          resources: { script: { etag: 'e1' } },
        },
      }
    }
    if (!known) return NO_WORKER
    if (rest === '/secrets')
      return { result: known.secrets.map((one) => ({ name: one, type: 'secret_text' })) }
    if (rest === '/deployments' && method === 'POST') {
      const { versions } = JSON.parse(String(await body())) as Deployment
      known.deployments.unshift(deploymentOf(versions))
      return { result: known.deployments[0] }
    }
    if (rest === '/deployments') return { result: { deployments: known.deployments } }
    if (rest.startsWith('/versions?') || rest === '/versions')
      return { result: { items: known.versions.map(shownVersion) } }
    const version = known.versions.find(({ id }) => rest === `/versions/${id}`)
    if (version) return { result: shownVersion(version) }
    if (rest === '/subdomain') return { result: SUBDOMAIN }
    if (rest === '/domains/records' || rest === '/domains/changeset') {
      const { origins } = JSON.parse(String(await body())) as { origins?: { hostname: string }[] }
      if (rest === '/domains/records') known.domains = (origins ?? []).map(({ hostname }) => hostname)
      return { result: { added: [], removed: [], updated: [], conflicting: [] } }
    }
    if (/^\/(settings|script-settings)$/.test(rest)) return { result: { bindings: [], tags: [] } }
    if (rest === '/schedules') return { result: { schedules: [] } }
    if (rest === '/routes') return { result: [] }
    return undefined
  }

  #deploy(worker: Worker, version: Version) {
    worker.versions.push(version)
    worker.deployments.unshift(deploymentOf([{ version_id: version.id, percentage: 100 }]))
  }
}

const SUBDOMAIN = { enabled: true, previews_enabled: false }
const notFound = (code: number, message: string) => ({ status: 404, code, message })
const NO_WORKER = notFound(10_007, 'This Worker does not exist on your account.')
/** Wrangler reads the payload, not the signature. */
const JWT = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ exp: 4e9, iat: 0 })).toString('base64url')}.s`

const deploymentOf = (versions: Deployment['versions']): Deployment => ({
  id: randomUUID(),
  created_on: new Date().toISOString(),
  versions,
})

const serviceOf = (name: string) => ({
  id: name,
  default_environment: { environment: 'production', script: { last_deployed_from: 'wrangler' } },
  environments: [{ environment: 'production' }],
})

const shownVersion = ({ id, annotations, bindings }: Version) => ({
  id,
  number: 1,
  metadata: {
    created_on: '2026-01-01T00:00:00Z',
    author_email: 'operator@your-domain.tld',
    source: 'wrangler',
  },
  annotations,
  resources: { bindings, script: { etag: 'e1', handlers: ['fetch'] }, script_runtime: {} },
})

type Metadata = { annotations?: Record<string, string>; bindings?: Binding[] }
const versionOf = ({ annotations = {}, bindings = [] }: Metadata): Version => ({
  id: randomUUID(),
  annotations,
  bindings: bindings.map((one) => ({ ...one, ...(one.class_name && { namespace_id: one.class_name }) })),
})

async function formOf(type: string, body: Buffer) {
  return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

async function metadataOf(type: string, body: Buffer): Promise<Metadata> {
  return JSON.parse(await textOf((await formOf(type, body)).get('metadata'))) as Metadata
}

/** The body of a PUT is a value, or a form with a value and its metadata. */
async function kept(type: string, body: Buffer): Promise<Kept> {
  if (!type.startsWith('multipart/form-data')) return { value: String(body) }
  const form = await formOf(type, body)
  return {
    value: await textOf(form.get('value')),
    metadata: JSON.parse(await textOf(form.get('metadata'))) as unknown,
  }
}

const textOf = async (field: FormDataEntryValue | null) =>
  field instanceof Blob ? await field.text() : (field ?? '')
