// Answers that are not those of our API: an error page of a proxy, or an answer of another version.

/** Names of common statuses. Answers over HTTP/2 carry no reason phrase. */
const NAMES: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** An error response without an error text of the API (docs/specification.md, section 8). */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text || NAMES[status] || 'Unknown Error'}`)
    this.status = status
  }
}

/** An OK response that is not the expected answer. Its message is for the console, not for visitors. */
export class UnreadableAnswer extends Error {}
