import { expect, test } from 'vitest'
import {
  answerText,
  callText,
  parseAnswerToken,
  parseCallToken,
  printAnswerToken,
  printCallToken,
} from '#contract/merger-token.ts'

const token = { version: 1, at: 1_800_000_000_000, nonce: 'n'.repeat(16), mac: 'M'.repeat(43) }
const header = printCallToken(token)

test('reads the token of a call', () => {
  expect(parseCallToken(header)).toEqual(token)
  const longest = { ...token, version: 999_999, nonce: 'n'.repeat(64) }
  expect(parseCallToken(printCallToken(longest))).toEqual(longest)
})

test.each([
  undefined,
  '',
  `${header}x`,
  `x${header}`,
  `${header}\n`,
  printCallToken({ ...token, nonce: 'n'.repeat(15) }),
  printCallToken({ ...token, nonce: 'n'.repeat(65) }),
  printCallToken({ ...token, nonce: 'n n'.repeat(8) }),
  printCallToken({ ...token, mac: 'M'.repeat(42) }),
  printCallToken({ ...token, mac: 'M'.repeat(44) }),
  printCallToken({ ...token, version: 1_000_000 }),
  printCallToken({ ...token, at: 1e15 }),
  header.replace(/^1/, ''),
])('parseCallToken refuses the malformed token %j', (text) => {
  expect(parseCallToken(text)).toBe(undefined)
})

test('reads the token of an answer and refuses others', () => {
  expect(parseAnswerToken(printAnswerToken(1, token.mac))).toEqual({ version: 1, mac: token.mac })
  for (const text of [null, '', `1.${token.mac}x`, `x1.${token.mac}`, `1.${'M'.repeat(42)}`, `.${token.mac}`])
    expect(parseAnswerToken(text), String(text)).toBe(undefined)
})

test('signs version, time, nonce, method and path', () => {
  const { version, at, nonce } = token
  expect(callText({ version, at, nonce }, 'GET', '/a?b')).toBe(`call\n1\n${at}\n${nonce}\nGET\n/a?b`)
  expect(answerText({ at, nonce }, 2)).toBe(`answer\n2\n${at}\n${nonce}`)
})
