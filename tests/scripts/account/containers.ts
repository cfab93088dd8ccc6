import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { type Answer, type Call, jsonOf, notFound } from './answer.ts'

export const ACCOUNT = '0123456789abcdef0123456789abcdef'
const REPOSITORY = 'media-downloader-merger'

type Application = { id: string; name: string; configuration: { image: string } }
type Rollout = { target_configuration?: object }

const LIMITS = { disk_mb_per_deployment: 12_000, memory_mib_per_deployment: 6_144, vcpu_per_deployment: 1 }
const ME = {
  external_account_id: ACCOUNT,
  legacy_identity: ACCOUNT,
  capabilities: [],
  limits: LIMITS,
  locations: [],
  defaults: {},
}
const CREDENTIALS = {
  account_id: ACCOUNT,
  registry_host: 'registry.cloudflare.com',
  username: 'v1',
  password: 'p',
}

export class Containers {
  readonly applications = new Map<string, Application>()
  readonly images = new Set<string>()

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

  async answer(call: Call): Promise<Answer> {
    const { method, path } = call
    if (path === '/containers/me') return { result: ME }
    if (/^\/containers\/registries\/[^/]+\/credentials$/.test(path)) return { result: CREDENTIALS }
    if (path === '/containers/applications' && method === 'GET')
      return { result: [...this.applications.values()] }
    const [, id = '', rest = ''] = /^\/containers\/applications(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
    const asked = await jsonOf<Partial<Application> & Rollout>(call)
    const known = this.applications.get(id) ?? { id: randomUUID(), name: '', configuration: { image: '' } }
    if (id && !this.applications.has(id)) return notFound(1000, 'no such application')
    if (method === 'DELETE') {
      this.applications.delete(id)
      return { result: null }
    }
    if (rest) known.configuration = { ...known.configuration, ...asked.target_configuration }
    else this.applications.set(known.id, { ...known, ...asked })
    return { result: rest ? { id: randomUUID() } : this.applications.get(known.id) }
  }
}
