import type { IncomingMessage, ServerResponse } from 'node:http'

/** A route of the merger. `path` matches the whole pathname; the handler gets its groups as `match`. */
export type Route = {
  /**
   * GET routes answer HEAD too: Node omits the body. A handler with a cheaper way checks `request.method`.
   */
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** Whether a merger that drains refuses this call with `busy`. */
  isNewWork?: true
  handle(call: Call): Promise<void>
}

/**
 * A request and its response. If the handler throws before the headers are sent, the server answers with its
 * Failure.
 */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  match: RegExpExecArray
}
