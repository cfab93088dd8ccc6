import { randomUUID } from 'node:crypto'
import { type Answer, type Call, formOf, jsonOf, notFound, textOf } from './answer.ts'

type Binding = { name: string; text?: string; class_name?: string }
type Version = { id: string; annotations: Record<string, string>; bindings: Binding[] }
type Deployment = { id: string; created_on: string; versions: { version_id: string; percentage: number }[] }
type Worker = { secrets: string[]; versions: Version[]; deployments: Deployment[]; domains: string[] }
type Metadata = { annotations?: Record<string, string>; bindings?: Binding[] }

export const SUBDOMAIN = { enabled: true, previews_enabled: false }
const NO_WORKER = notFound(10_007, 'This Worker does not exist on your account.')
/** Wrangler reads the payload, not the signature. */
const JWT = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ exp: 4e9, iat: 0 })).toString('base64url')}.s`

export class Workers extends Map<string, Worker> {
  /** What visitors of a Worker see. */
  live(name: string): Version | undefined {
    const { versions = [], deployments = [] } = this.get(name) ?? {}
    return versions.find(({ id }) => id === deployments[0]?.versions[0]?.version_id)
  }

  add(name: string): Worker {
    const worker = { secrets: [], versions: [], deployments: [], domains: [] }
    this.set(name, worker)
    return worker
  }

  async answer(call: Call): Promise<Answer> {
    const { method, path } = call
    if (path.startsWith('/workers/assets/upload')) return { result: { jwt: JWT } }
    const [, kind, name = '', rest = ''] = /^\/workers\/(services|scripts)\/([\w-]+)(\/.*)?$/.exec(path) ?? []
    const known = this.get(name)
    if (kind === 'services') return known ? { result: serviceOf(name) } : NO_WORKER
    if (rest === '/assets-upload-session') return { result: { jwt: JWT, buckets: [] } }
    if (kind && method === 'PUT' && rest === '') return await this.#upload(call, name)
    if (!known) return kind ? NO_WORKER : undefined
    if (kind === 'scripts' && rest === '' && method === 'DELETE') {
      this.delete(name)
      return { result: null }
    }
    if (rest === '/secrets' && method === 'PUT')
      return keepSecret(known, await jsonOf<{ name: string }>(call))
    if (rest === '/secrets')
      return { result: known.secrets.map((one) => ({ name: one, type: 'secret_text' })) }
    if (rest === '/deployments' && method === 'POST')
      known.deployments.unshift(deploymentOf((await jsonOf<Deployment>(call)).versions))
    if (rest === '/deployments')
      return { result: method === 'POST' ? known.deployments[0] : { deployments: known.deployments } }
    const version = known.versions.find(({ id }) => rest === `/versions/${id}`)
    if (version) return { result: shownVersion(version) }
    if (rest === '/subdomain') return { result: SUBDOMAIN }
    if (rest === '/domains/records' || rest === '/domains/changeset') {
      const { origins = [] } = await jsonOf<{ origins?: { hostname: string }[] }>(call)
      if (rest === '/domains/records') known.domains = origins.map(({ hostname }) => hostname)
      return { result: { added: [], removed: [], updated: [], conflicting: [] } }
    }
    if (/^\/(settings|script-settings)$/.test(rest)) return { result: { bindings: [], tags: [] } }
    if (rest === '/schedules') return { result: { schedules: [] } }
    if (rest === '/routes') return { result: [] }
    return undefined
  }

  async #upload(call: Call, name: string): Promise<Answer> {
    const worker = this.get(name) ?? this.add(name)
    const metadata = await textOf((await formOf(call)).get('metadata'))
    const { annotations = {}, bindings = [] } = JSON.parse(metadata) as Metadata
    const id = deploy(worker, annotations, bindings.map(shownBinding))
    const resources = { script: { etag: 'e1' } }
    return { result: { id: name, deployment_id: id, startup_time_ms: 9, resources } }
  }
}

function deploy(worker: Worker, annotations: Record<string, string>, bindings: Binding[]): string {
  const version = { id: randomUUID(), annotations, bindings }
  worker.versions.push(version)
  worker.deployments.unshift(deploymentOf([{ version_id: version.id, percentage: 100 }]))
  return version.id
}

/** A changed secret makes a version too. */
function keepSecret(worker: Worker, { name }: { name: string }): Answer {
  worker.secrets = [...new Set([...worker.secrets, name])]
  deploy(worker, { 'workers/triggered_by': 'secret' }, worker.versions.at(-1)?.bindings ?? [])
  return { result: { name, type: 'secret_text' } }
}

const shownBinding = (one: Binding) => ({ ...one, ...(one.class_name && { namespace_id: one.class_name }) })

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
