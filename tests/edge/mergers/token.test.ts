import { expect, test } from 'vitest'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import {
  answerText,
  parseCallToken,
  printAnswerToken,
  TOKEN_HEADER,
  type CallToken,
} from '#contract/merger-token.ts'
import { signCall } from '../../../edge/mergers/token.ts'

const KEY = 'k'.repeat(43)

/**
 * Returns the token that a merger puts into its response to a call. The merger has the key `key` and the
 * protocol version `version`.
 */
async function proofBy(key: string, { at, nonce }: CallToken, version: number): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes.encode(key), algorithm, false, ['sign'])
  const text = bytes.encode(answerText({ at, nonce }, version))
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', imported, text)).toBase64({
    alphabet: 'base64url',
    omitPadding: true,
  })
  return printAnswerToken(version, mac)
}

/**
 * Signs a call with `KEY`, and lets the edge check a response to this call. The response has the HTTP status
 * `status`. It is signed with `key` and the protocol version `version`. Throws if the edge refuses the
 * response.
 */
async function answered(key: string, version = ENGINE_VERSION, status = 200): Promise<void> {
  const { headers, check } = await signCall(KEY, 'GET', '/healthz')
  const token = parseCallToken(headers[TOKEN_HEADER])!
  await check(new Response('{}', { status, headers: { [TOKEN_HEADER]: await proofBy(key, token, version) } }))
}
const refused = (cause: RegExp) => ({ code: 'merger_down', cause: expect.stringMatching(cause) as string })

test('accepts the same key and version', async () => {
  await expect(answered(KEY)).resolves.toBeUndefined()
})

test('refuses a server without the key', async () => {
  await expect(answered('x'.repeat(43))).rejects.toMatchObject(refused(/does not prove/))
  const { check } = await signCall(KEY, 'GET', '/healthz')
  await expect(check(new Response('{}'))).rejects.toMatchObject(refused(/does not prove/))
})

test('refuses a response signed for another call', async () => {
  const first = await signCall(KEY, 'GET', '/healthz')
  const second = await signCall(KEY, 'GET', '/healthz')
  const proof = await proofBy(KEY, parseCallToken(first.headers[TOKEN_HEADER])!, ENGINE_VERSION)
  const answer = new Response('{}', { headers: { [TOKEN_HEADER]: proof } })
  await expect(second.check(answer)).rejects.toMatchObject(refused(/does not prove/))
})

test('refuses an older version and names both', async () => {
  const older = ENGINE_VERSION - 1
  const cause = new RegExp(`version ${older} .* has ${ENGINE_VERSION}`)
  await expect(answered(KEY, older)).rejects.toMatchObject(refused(cause))
  await expect(answered(KEY, older, 426)).rejects.toMatchObject(refused(cause))
})

test('says that a merger refuses the key', async () => {
  const { check } = await signCall(KEY, 'GET', '/healthz')
  await expect(check(new Response('{}', { status: 401 }))).rejects.toMatchObject(
    refused(/does not accept our key/),
  )
})

test('says so even if the answer has broken off', async () => {
  const { check } = await signCall(KEY, 'GET', '/healthz')
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  await expect(check(new Response(broken, { status: 401 }))).rejects.toMatchObject(
    refused(/does not accept our key/),
  )
})

test('signs and checks no call without MERGER_KEYS', async () => {
  const { headers, check } = await signCall(undefined, 'GET', '/healthz')
  expect(headers).toEqual({})
  await expect(check(new Response('{}'))).resolves.toBeUndefined()
})
