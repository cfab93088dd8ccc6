import type { IncomingMessage, ServerResponse } from 'node:http'

export type Route = {
  /** Also handles HEAD; Node then omits the body. */
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  /** While the merger shuts down, such a request gets `busy`. */
  isNewWork?: true
  handle(call: Call): Promise<void>
}

export type Call = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  match: RegExpExecArray
}
