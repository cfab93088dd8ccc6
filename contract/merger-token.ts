// Tokens of the calls between edge and mergers. A token is an HMAC-SHA-256 (RFC 2104) over a text that names
// the call, so the key itself never travels. Each side proves that it has the key. TLS protects the bodies.

/** Header of a call and of its answer. */
export const TOKEN_HEADER = 'x-merger-token'

/** A merger refuses a token whose time differs from its own clock by more than this, in milliseconds. */
export const TOKEN_SKEW_MS = 5 * 60_000

/** Statuses of a merger that refuses a call because of its token. */
export const WRONG_KEY_STATUS = 401
export const WRONG_VERSION_STATUS = 426

export type CallToken = {
  /** `ENGINE_VERSION` of the caller. */
  version: number
  /** Epoch milliseconds. */
  at: number
  /** 16 to 64 random characters, new in each call. */
  nonce: string
  /** Base64url of the HMAC over `callText`. */
  mac: string
}

/** The text that the edge signs. `path` is the request target with its query. */
export function callText(
  { version, at, nonce }: Omit<CallToken, 'mac'>,
  method: string,
  path: string,
): string {
  return ['call', version, at, nonce, method, path].join('\n')
}

/** The text that the merger signs in its answer: it proves the key for this one call. */
export function answerText({ at, nonce }: Pick<CallToken, 'at' | 'nonce'>, version: number): string {
  return ['answer', version, at, nonce].join('\n')
}

export function printCallToken({ version, at, nonce, mac }: CallToken): string {
  return [version, at, nonce, mac].join('.')
}

/** Parses the header of a call; undefined when it is missing or malformed. */
export function parseCallToken(header: string | undefined): CallToken | undefined {
  const match = /^(\d{1,6})\.(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/.exec(header ?? '')
  if (!match) return undefined
  const [, version = '', at = '', nonce = '', mac = ''] = match
  return { version: Number(version), at: Number(at), nonce, mac }
}

/** The header of an answer. */
export function printAnswerToken(version: number, mac: string): string {
  return `${version}.${mac}`
}

/** Parses the header of an answer; undefined when it is missing or malformed. */
export function parseAnswerToken(header: string | null): { version: number; mac: string } | undefined {
  const match = /^(\d{1,6})\.([\w-]{43})$/.exec(header ?? '')
  return match ? { version: Number(match[1]), mac: match[2] ?? '' } : undefined
}
