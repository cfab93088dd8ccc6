import type http from 'node:http'
import type { Answer, Call } from './answer.ts'
import { jsonOf, notFound } from './answer.ts'
import { ACCOUNT, Containers } from './containers.ts'
import { Namespaces } from './kv.ts'
import { Buckets } from './r2.ts'
import { SUBDOMAIN, Workers } from './workers.ts'

export const TOKEN = 'a-token-of-this-test'

/**
 * An imitation of the calls of Cloudflare's API that the commands of docs/operations.md make. Paths and
 * answers follow the API reference; what it leaves open, the pinned Wrangler decides.
 */
export class Account {
  readonly namespaces = new Namespaces()
  readonly buckets = new Buckets()
  readonly workers = new Workers()
  readonly containers = new Containers()
  /** Rows of Analytics Engine. */
  counts: object[] = []
  readonly queries: string[] = []
  readonly alerts: { name: string; alert_type: string }[] = []
  readonly calls: string[] = []
  readonly unknown: string[] = []

  readonly api: http.RequestListener = (request, response) => void this.#serve(request, response)

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
    this.calls.push(`${call.method} ${path}`)
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

  async #answer(call: Call): Promise<Answer> {
    const { method, path } = call
    if (path === '/analytics_engine/sql') {
      this.queries.push(String(await call.body()))
      return { raw: { data: this.counts } }
    }
    if (path === '/alerting/v3/policies') {
      if (method === 'POST') this.alerts.push(await jsonOf(call))
      return { result: this.alerts }
    }
    if (path.startsWith('/storage/kv/namespaces')) return await this.namespaces.answer(call)
    if (path.startsWith('/r2/buckets')) return await this.buckets.answer(call)
    if (path.startsWith('/containers/')) return await this.containers.answer(call)
    if (path === '') return { result: { id: ACCOUNT, name: 'Operator' } }
    if (path === '/user') return { result: { id: 'u1', email: 'operator@your-domain.tld' } }
    if (path === '/user/tokens/verify') return { result: { id: 't1', status: 'active' } }
    if (path === '/accounts') return { result: [{ id: ACCOUNT, name: 'Operator' }] }
    if (path === '/memberships') return { result: [{ id: 'm1', account: { id: ACCOUNT, name: 'Operator' } }] }
    if (/^\/workers\/workers\/[\w-]+$/.test(path)) return { result: { id: 'w1', subdomain: SUBDOMAIN } }
    if (path === '/workers/subdomain') return { result: { subdomain: 'subdomain' } }
    if (path === '/workers/domains/records' && method === 'GET') return { result: [] }
    return await this.workers.answer(call)
  }
}
