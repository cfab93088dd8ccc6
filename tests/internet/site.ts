import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request to a site, read. */
export type Ask = {
  scheme: 'http' | 'https'
  host: string
  /** Decoded by nobody: as it stands in the request. */
  path: string
  query: URLSearchParams
  method: string
  headers: IncomingMessage['headers']
  body: string
  /** Breaks the connection by a TCP reset, below TLS too. */
  reset: () => void
}

/** Writes one answer. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A site of the sealed internet: the hosts it stands behind and what it answers; undefined is its 404. */
export type Site = {
  /** Exact host names, or `.suffix` for all below. */
  hosts: readonly string[]
  answer(ask: Ask): Answer | undefined
}

/** A link worth pasting, for the tests and the demo's table. */
export type Sample = { link: string; says: string }
