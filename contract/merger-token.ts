// Tokens authenticate the calls between edge and mergers. A token is an HMAC-SHA-256 (RFC 2104) over a text
// that describes the call, so the key itself is never sent. Both sides prove that they have the key. TLS
// protects the bodies.

/**
 * Name of the header for tokens. In a request it contains the token of the call, and in a response the token
 * of the merger.
 */
export const TOKEN_HEADER = 'x-merger-token'

/**
 * Maximum difference in milliseconds between the time in a token and the merger's clock. A merger refuses a
 * token with a larger difference.
 */
export const TOKEN_SKEW_MS = 5 * 60_000

/**
 * HTTP statuses with which a merger refuses a call: the first for a wrong key, the second for a wrong
 * protocol version.
 */
export const WRONG_KEY_STATUS = 401
export const WRONG_VERSION_STATUS = 426

export type CallToken = {
  /** Protocol version (`ENGINE_VERSION`) of the caller. */
  version: number
  /** Time of the call in epoch milliseconds. */
  at: number
  /** 16 to 64 random characters that are new for each call. */
  nonce: string
  /** The HMAC over `callText`, in base64url. */
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
 * Returns the text that the merger signs for its response. The signature proves to the edge that this merger
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
