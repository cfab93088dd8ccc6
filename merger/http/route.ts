import type { IncomingMessage, ServerResponse } from 'node:http'

/** One call the merger answers. `path` matches the whole pathname; its groups arrive as `match`. */
export type Route = {
  /** GET also answers HEAD: Node leaves the body out, and who can do it cheaper asks `request.method`. */
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
