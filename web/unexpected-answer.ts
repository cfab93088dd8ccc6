import { Failure } from '#contract/failure.ts'

// Errors for responses that the page cannot read: an error page of a proxy, or a response from another
// version of our API.

/** Names of common HTTP statuses. They are needed because a response over HTTP/2 carries no reason phrase. */
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

/** An error response that contains no error text of the API (docs/specification.md, section 8). */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text || NAMES[status] || 'Unknown Error'}`)
    this.status = status
  }
}

export class UnreadableAnswer extends Error {}

/** No answer has arrived, or its end is missing. */
export class Unreached extends Error {
  readonly isOffline: boolean
  constructor(isDeviceOffline: boolean, cause: unknown) {
    super('no answer', { cause })
    this.isOffline = isDeviceOffline
  }
}

/** The edge has written its message, in the language of the page. */
export class ToldFailure extends Failure {}
