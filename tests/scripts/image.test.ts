import { expect, test } from 'vitest'
import { baseName } from '../../scripts/lib/image/base.mjs'
import { engineArguments } from '../../scripts/lib/image/builder.mjs'

test('the image of the merger has the same Node version as this project', () => {
  expect(baseName()).toBe(`docker.io/library/node:${process.versions.node}-trixie-slim`)
})

test('a fresh image is built without cached layers on the newest base image', () => {
  const plain = engineArguments('merger:abc', false)
  expect(plain.filter((one) => ['--pull', '--no-cache'].includes(one))).toEqual([])
  expect(plain).toContain('--build-arg=BUILD=abc')
  expect(engineArguments('merger:abc', true)).toEqual([...plain.slice(0, -1), '--pull', '--no-cache', '.'])
})
