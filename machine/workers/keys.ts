import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'

type KeysEnv = { NAMESPACES: DurableObjectNamespace<KeyNamespace> }

type Row = { value: ArrayBuffer; metadata: string | null }

/** Answers the calls that workerd makes for a KV binding (src/workerd/api/kv.c++). */
export default class extends WorkerEntrypoint<KeysEnv, { namespace: string }> {
  override async fetch(request: Request): Promise<Response> {
    return await this.env.NAMESPACES.getByName(this.ctx.props.namespace).fetch(request)
  }
}

const METADATA = 'cf-kv-metadata'

export class KeyNamespace extends DurableObject<KeysEnv> {
  readonly #sql = this.ctx.storage.sql

  constructor(ctx: DurableObjectState, env: KeysEnv) {
    super(ctx, env)
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY, value BLOB NOT NULL, metadata TEXT, expires INTEGER)',
    )
    this.#sql.exec('CREATE INDEX IF NOT EXISTS expiring ON keys (expires) WHERE expires IS NOT NULL')
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const key = decodeURIComponent(url.pathname.slice(1))
    this.#sql.exec('DELETE FROM keys WHERE expires <= ?', now())
    if (request.method === 'GET') return key === '' ? this.#list(url) : this.#get(key)
    if (request.method === 'PUT') return await this.#put(key, url, request)
    if (request.method !== 'DELETE') return new Response(null, { status: 405 })
    this.#sql.exec('DELETE FROM keys WHERE key = ?', key)
    return new Response(null)
  }

  #get(key: string): Response {
    const [row] = this.#sql.exec<Row>('SELECT value, metadata FROM keys WHERE key = ?', key).toArray()
    if (!row) return new Response(null, { status: 404 })
    return new Response(row.value, { headers: row.metadata === null ? {} : { [METADATA]: row.metadata } })
  }

  async #put(key: string, url: URL, request: Request): Promise<Response> {
    const ttl = url.searchParams.get('expiration_ttl')
    const expires = ttl === null ? url.searchParams.get('expiration') : now() + Number(ttl)
    const value = await request.arrayBuffer()
    const metadata = request.headers.get(METADATA)
    const row = [key, value, metadata, expires === null ? null : Number(expires)]
    this.#sql.exec('INSERT OR REPLACE INTO keys (key, value, metadata, expires) VALUES (?, ?, ?, ?)', ...row)
    return new Response(null)
  }

  /** All keys in one answer: the machine has some brands and its visitors' short links. */
  #list(url: URL): Response {
    const prefix = url.searchParams.get('prefix') ?? ''
    const keys = this.#sql
      .exec<{ name: string; expiration: number | null; metadata: string | null }>(
        'SELECT key AS name, expires AS expiration, metadata FROM keys WHERE substr(key, 1, ?) = ? ORDER BY key',
        prefix.length,
        prefix,
      )
      .toArray()
      .map(({ name, expiration, metadata }) => ({
        name,
        ...(expiration !== null && { expiration }),
        ...(metadata !== null && { metadata }),
      }))
    return Response.json({ keys, list_complete: true, cacheStatus: null })
  }
}

/** KV counts in seconds. */
const now = () => Math.floor(Date.now() / 1_000)
