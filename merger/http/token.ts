import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { keysIn } from '#contract/merger-settings.ts'
import {
  answerText,
  callText,
  parseCallToken,
  printAnswerToken,
  REFUSED_TOKEN_STATUS,
  TOKEN_HEADER,
  TOKEN_SKEW_MS,
  WRONG_VERSION_STATUS,
} from '#contract/merger-token.ts'
import { json } from './json-body.ts'

type TokenCheck = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Without keys, every request is accepted. Then only the network protects the merger, as in a Cloudflare
 * container or on a developer's machine.
 */
export function tokenCheck(secret: string | undefined, now = Date.now): TokenCheck {
  if (secret === undefined) return () => true
  const keys = keysIn(secret)
  return (request, response) => {
    const token = parseCallToken(headerOf(request))
    const text = token && callText(token, request.method ?? '', request.url ?? '')
    const key = token && text && keys.find((one) => isMacOf(one, text, token.mac))
    if (!key || Math.abs(token.at - now()) > TOKEN_SKEW_MS) return refuse(response, REFUSED_TOKEN_STATUS)
    const mac = macOf(key, answerText(token, ENGINE_VERSION)).toString('base64url')
    response.setHeader(TOKEN_HEADER, printAnswerToken(ENGINE_VERSION, mac))
    return token.version === ENGINE_VERSION || refuse(response, WRONG_VERSION_STATUS)
  }
}

function refuse(response: ServerResponse, status: number): false {
  // The unread request body would block the next request on this connection, so the connection is closed.
  response.shouldKeepAlive = false
  json(response, status, new Failure('merger_down'))
  return false
}

const macOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest()

function isMacOf(key: string, text: string, mac: string): boolean {
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(key, text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function headerOf({ headers }: IncomingMessage): string | undefined {
  const header = headers[TOKEN_HEADER]
  return typeof header === 'string' ? header : undefined
}
