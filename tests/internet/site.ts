import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientHello } from '../../merger/egress/client-hello.ts'

/** A parsed request to a site. */
export type Ask = {
  scheme: 'http' | 'https'
  host: string
  /** The path as it is in the request, without percent-decoding. */
  path: string
  query: URLSearchParams
  method: string
  headers: IncomingMessage['headers']
  body: string
  /** The ClientHello of the connection; undefined for http. */
  hello: ClientHello | undefined
  /** Closes the TCP connection with a reset, for http and for https. */
  reset: () => void
}

/** Writes the response to one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/**
 * A site of the sealed internet: its hosts and its responses. When `answer` returns undefined, the client
 * gets 404.
 */
export type Site = {
  /** Exact host names, or `.suffix` for all subdomains of `suffix`. */
  hosts: readonly string[]
  answer(ask: Ask): Answer | undefined
}

/** An example link for the demo, with its description. */
export type Sample = { link: string; says: string }
