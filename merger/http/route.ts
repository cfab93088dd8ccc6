import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A route of the merger. `path` matches the whole pathname; the handler receives the match with its groups as
 * `match`.
 */
export type Route = {
  /**
   * A GET route also handles HEAD requests; Node then omits the body. A handler that can avoid work for HEAD
   * checks `request.method`.
   */
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Whether a merger that is shutting down refuses this call with `busy`. */
  isNewWork?: true
  handle(call: Call): Promise<void>
}

/**
 * A request and its response. When the handler throws before headers are sent, the server responds with the
 * Failure.
 */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  match: RegExpExecArray
}
