// When the edge calls a merger, tokens authenticate both sides: the request has a token of the edge, and the
// response has a token of the merger. A token contains an HMAC-SHA-256 (RFC 2104) over a text that describes
// the call, so the key itself is never sent. The text does not include the bodies of the request and the
// response; TLS protects them.

/**
 * Name of the HTTP header for tokens. In a request it contains the token of the edge, and in a response the
 * token of the merger.
 */
export const TOKEN_HEADER = 'x-merger-token'

/**
 * Maximum difference in milliseconds between the time in a token and the clock of the merger. If the
 * difference is larger, the merger refuses the call.
 */
export const TOKEN_SKEW_MS = 5 * 60_000

/**
 * HTTP statuses with which a merger refuses a call: 401 if it does not accept the token, and 426 if edge and
 * merger have different protocol versions.
 */
export const REFUSED_TOKEN_STATUS = 401
export const WRONG_VERSION_STATUS = 426

export type CallToken = {
  /** Protocol version (`ENGINE_VERSION`) of the edge. */
  version: number
  /** Time of the call in epoch milliseconds. */
  at: number
  /** 16 to 64 random characters that are new for each call. */
  nonce: string
  /** The HMAC over the text that `callText` returns, in base64url. */
  mac: string
}

/** Returns the text that the edge signs. `path` is the path of the request with its query. */
export function callText(
  { version, at, nonce }: Omit<CallToken, 'mac'>,
  method: string,
  path: string,
): string {
  return ['call', version, at, nonce, method, path].join('\n')
}

/**
 * Returns the text that the merger signs for its response. The signature proves to the edge that the merger
 * has the key.
 */
export function answerText({ at, nonce }: Pick<CallToken, 'at' | 'nonce'>, version: number): string {
  return ['answer', version, at, nonce].join('\n')
}

export function printCallToken({ version, at, nonce, mac }: CallToken): string {
  return [version, at, nonce, mac].join('.')
}

/** Parses the token header of a call. Returns undefined if the header is missing or malformed. */
export function parseCallToken(header: string | undefined): CallToken | undefined {
  const match = /^(\d{1,6})\.(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/.exec(header ?? '')
  if (!match) return undefined
  const [, version = '', at = '', nonce = '', mac = ''] = match
  return { version: Number(version), at: Number(at), nonce, mac }
}

/** Formats the token header of a response. */
export function printAnswerToken(version: number, mac: string): string {
  return `${version}.${mac}`
}

/** Parses the token header of a response. Returns undefined if the header is missing or malformed. */
export function parseAnswerToken(header: string | null): { version: number; mac: string } | undefined {
  const match = /^(\d{1,6})\.([\w-]{43})$/.exec(header ?? '')
  return match ? { version: Number(match[1]), mac: match[2] ?? '' } : undefined
}
