import type { BucketError, Description } from './bucket-calls.ts'

export type Stored = { description: Description; blobs: { id: string; size: number }[] }

const DAY_MS = 86_400_000

/** Which files of the disk belong to which object. A file is in the trash until it belongs to something. */
export class BucketIndex {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS objects (key TEXT PRIMARY KEY, etag TEXT, size INTEGER, at INTEGER)',
    )
    this.#sql.exec('CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, key TEXT, at INTEGER)')
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS parts (owner TEXT, number INTEGER, id TEXT, size INTEGER, PRIMARY KEY (owner, number))',
    )
    this.#sql.exec('CREATE TABLE IF NOT EXISTS trash (id TEXT PRIMARY KEY)')
  }

  find(key: string): Stored | undefined {
    type Row = { etag: string; size: number; at: number }
    const [row] = this.#rows<Row>('SELECT etag, size, at FROM objects WHERE key = ?', key)
    if (!row) return undefined
    const { etag, size, at } = row
    const blobs = this.#rows<{ id: string; size: number }>(
      'SELECT id, size FROM parts WHERE owner = ? ORDER BY number',
      key,
    )
    return { description: { name: key, version: etag, size, etag, uploaded: at }, blobs }
  }

  open(key: string): string {
    const id = crypto.randomUUID()
    this.#sql.exec('INSERT INTO uploads (id, key, at) VALUES (?, ?, ?)', id, key, Date.now())
    return id
  }

  isOpen(upload: string): boolean {
    return this.#keyOf(upload) !== undefined
  }

  /** The name of a new file. */
  reserve(): string {
    const id = crypto.randomUUID()
    this.#sql.exec('INSERT INTO trash (id) VALUES (?)', id)
    return id
  }

  put(upload: string, { number, id, size }: { number: number; id: string; size: number }): boolean {
    return this.#storage.transactionSync(() => {
      if (!this.isOpen(upload)) return false
      this.#discard(upload, number)
      this.#sql.exec('INSERT INTO parts VALUES (?, ?, ?, ?)', upload, number, id, size)
      this.forget(id)
      return true
    })
  }

  complete(upload: string, wanted: readonly { part: number; etag: string }[]): Stored | BucketError {
    return this.#storage.transactionSync(() => {
      const key = this.#keyOf(upload)
      if (key === undefined) return 'no_such_upload'
      type Part = { number: number; id: string; size: number }
      const parts = this.#rows<Part>('SELECT number, id, size FROM parts WHERE owner = ?', upload)
      const isWanted = ({ number, id }: Part) =>
        wanted.some(({ part, etag }) => part === number && etag === id)
      const kept = parts.filter(isWanted)
      if (kept.length !== wanted.length) return 'invalid_part'
      for (const part of parts) if (!isWanted(part)) this.#discard(upload, part.number)
      this.remove(key)
      const size = kept.reduce((sum, part) => sum + part.size, 0)
      this.#sql.exec('UPDATE parts SET owner = ? WHERE owner = ?', key, upload)
      this.#sql.exec('DELETE FROM uploads WHERE id = ?', upload)
      this.#sql.exec('INSERT INTO objects VALUES (?, ?, ?, ?)', key, crypto.randomUUID(), size, Date.now())
      return this.find(key)!
    })
  }

  abort(upload: string): void {
    this.#storage.transactionSync(() => {
      this.#discard(upload)
      this.#sql.exec('DELETE FROM uploads WHERE id = ?', upload)
    })
  }

  remove(key: string): void {
    this.#storage.transactionSync(() => {
      this.#discard(key)
      this.#sql.exec('DELETE FROM objects WHERE key = ?', key)
    })
  }

  removeLeftovers(): void {
    const before = Date.now() - DAY_MS
    for (const { id } of this.#rows<{ id: string }>('SELECT id FROM uploads WHERE at < ?', before))
      this.abort(id)
    for (const { key } of this.#rows<{ key: string }>('SELECT key FROM objects WHERE at < ?', before))
      this.remove(key)
  }

  trash(): string[] {
    return this.#rows<{ id: string }>('SELECT id FROM trash').map(({ id }) => id)
  }

  forget(id: string): void {
    this.#sql.exec('DELETE FROM trash WHERE id = ?', id)
  }

  get bytes(): number {
    const [sum] = this.#rows<{ bytes: number | null }>('SELECT SUM(size) AS bytes FROM parts')
    return sum?.bytes ?? 0
  }

  get isEmpty(): boolean {
    return this.#rows('SELECT 1 FROM objects UNION ALL SELECT 1 FROM uploads LIMIT 1').length === 0
  }

  #discard(owner: string, number?: number): void {
    const [where, values] =
      number === undefined ? ['owner = ?', [owner]] : ['owner = ? AND number = ?', [owner, number]]
    this.#sql.exec(`INSERT OR IGNORE INTO trash SELECT id FROM parts WHERE ${where}`, ...values)
    this.#sql.exec(`DELETE FROM parts WHERE ${where}`, ...values)
  }

  #keyOf(upload: string): string | undefined {
    return this.#rows<{ key: string }>('SELECT key FROM uploads WHERE id = ?', upload)[0]?.key
  }

  #rows<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray()
  }
}
