// HMAC-SHA-256 (RFC 2104) over a text that describes the call. The text does not include the bodies; TLS
// protects them.

export const TOKEN_HEADER = 'x-merger-token'

/** Milliseconds between the time in a token and the clock of the merger. */
export const TOKEN_SKEW_MS = 5 * 60_000

/** 401 if it does not accept the token, and 426 if edge and merger have different protocol versions. */
export const REFUSED_TOKEN_STATUS = 401
export const WRONG_VERSION_STATUS = 426

export type CallToken = {
  version: number
  /** epoch milliseconds */
  at: number
  nonce: string
  mac: string
}

export function callText(
  { version, at, nonce }: Omit<CallToken, 'mac'>,
  method: string,
  path: string,
): string {
  return ['call', version, at, nonce, method, path].join('\n')
}

/** Proves to the edge that the merger has the key. */
export function answerText({ at, nonce }: Pick<CallToken, 'at' | 'nonce'>, version: number): string {
  return ['answer', version, at, nonce].join('\n')
}

export function printCallToken({ version, at, nonce, mac }: CallToken): string {
  return [version, at, nonce, mac].join('.')
}

export function parseCallToken(header: string | undefined): CallToken | undefined {
  const match = /^(\d{1,6})\.(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/.exec(header ?? '')
  if (!match) return undefined
  const [, version = '', at = '', nonce = '', mac = ''] = match
  return { version: Number(version), at: Number(at), nonce, mac }
}

export function printAnswerToken(version: number, mac: string): string {
  return `${version}.${mac}`
}

export function parseAnswerToken(header: string | null): { version: number; mac: string } | undefined {
  const match = /^(\d{1,6})\.([\w-]{43})$/.exec(header ?? '')
  return match ? { version: Number(match[1]), mac: match[2] ?? '' } : undefined
}
