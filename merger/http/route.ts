import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A route of the merger. `path` must match the whole pathname. The handler finds the capture groups in
 * `Call.match`.
 */
export type Route = {
  /**
   * A GET route also handles HEAD requests; Node then omits the body. A handler that can avoid work for HEAD
   * checks `request.method`.
   */
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /**
   * True when a request to this route starts new work. While the merger shuts down, such a request gets
   * `busy`.
   */
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
