import type { IncomingMessage, ServerResponse } from 'node:http'

/** One call the merger answers. `path` matches the whole pathname; its groups arrive as `match`. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  handle(call: Call): Promise<void>
}

/** A request on its way to an answer. A handler that throws before the headers went out is answered with its Failure. */
export type Call = {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  match: RegExpExecArray
}
