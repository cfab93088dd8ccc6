import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import {
  answerText,
  callText,
  parseAnswerToken,
  printCallToken,
  TOKEN_HEADER,
} from '#contract/merger-token.ts'
import { tokenCheck } from '../../../merger/http/token.ts'

const OLD = 'o'.repeat(43)
const NEW = 'n'.repeat(43)
const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

let server: http.Server | undefined
afterEach(() => server?.close())

/**
 * Starts a server that responds with 200 to calls with a valid token that was made with one of `keys`.
 * Returns the origin of the server.
 */
async function serve(keys: string | undefined): Promise<string> {
  const passes = tokenCheck(keys)
  server = http.createServer((request, response) => {
    if (passes(request, response)) response.end('passed')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Change = { key?: string; version?: number; at?: number; signedPath?: string; header?: string }

/**
 * Calls `/relay?url=x` with a token that is valid unless the second parameter changes it. `isProven` is true
 * if the response also has a token, and both tokens were made with the same key.
 */
async function call(
  origin: string,
  { key = NEW, signedPath = '/relay?url=x', header, ...change }: Change = {},
) {
  const token = { version: ENGINE_VERSION, at: Date.now(), nonce: randomUUID(), ...change }
  const text = printCallToken({ ...token, mac: mac(key, callText(token, 'GET', signedPath)) })
  const answer = await fetch(`${origin}/relay?url=x`, { headers: { [TOKEN_HEADER]: header ?? text } })
  const proof = parseAnswerToken(answer.headers.get(TOKEN_HEADER))
  return { status: answer.status, isProven: proof?.mac === mac(key, answerText(token, ENGINE_VERSION)) }
}

test('answers a valid token with a token of the same key', async () => {
  expect(await call(await serve(NEW))).toEqual({ status: 200, isProven: true })
})

test('accepts the new and the previous key in a rotation', async () => {
  const origin = await serve(`${NEW} ${OLD}`)
  expect(await call(origin)).toEqual({ status: 200, isProven: true })
  expect(await call(origin, { key: OLD })).toEqual({ status: 200, isProven: true })
})

test.for([
  ['without a token', { header: '' }],
  ['with an old key', { key: OLD }],
  ['whose token is for another path', { signedPath: '/relay?url=y' }],
  ['whose token is ten minutes old', { at: Date.now() - 10 * 60_000 }],
  ['with a malformed token', { header: '1.2.3.4' }],
] satisfies [string, Change][])('responds to a call %s with 401 without a token', async ([, change]) => {
  expect(await call(await serve(NEW), change)).toEqual({ status: 401, isProven: false })
})

test('refuses another protocol version with 426', async () => {
  const version = ENGINE_VERSION - 1
  expect((await call(await serve(NEW), { version })).status).toBe(426)
})

test('a merger without keys accepts calls without a token', async () => {
  expect((await call(await serve(undefined), { header: '' })).status).toBe(200)
})
