import { expect, test } from 'vitest'
import { baseName, withoutDigests } from '../../scripts/operate/image/base.ts'
import { engineArguments } from '../../scripts/operate/image/builder.ts'

test('has the Node major of this project', () => {
  const [major] = process.versions.node.split('.')
  expect(baseName()).toMatch(new RegExp(`^docker\\.io/library/node:${major}\\.\\d+\\.\\d+-trixie-slim$`))
})

test('builds without a digest where the base is made here', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const dockerfile = `FROM node:24.1.0-trixie-slim@${digest} AS one\nRUN echo ${digest}\n`
  expect(withoutDigests(dockerfile)).toBe(`FROM node:24.1.0-trixie-slim AS one\nRUN echo ${digest}\n`)
})

test('docker adds no attestation, which makes an index of an image', () => {
  expect(engineArguments('merger:abc', { isFresh: false, attests: true })).toContain('--provenance=false')
  expect(engineArguments('merger:abc', { isFresh: false, attests: false })).not.toContain(
    '--provenance=false',
  )
})

test('pulls the base and uses no cache when fresh', () => {
  const plain = engineArguments('merger:abc', { isFresh: false, attests: false })
  expect(plain.filter((one) => ['--pull', '--no-cache'].includes(one))).toEqual([])
  expect(plain).toContain('--build-arg=BUILD=abc')
  expect(engineArguments('merger:abc', { isFresh: true, attests: false })).toEqual([
    ...plain.slice(0, -1),
    '--pull',
    '--no-cache',
    '.',
  ])
})
