import { expect, test } from 'vitest'
import { baseName } from '../../scripts/lib/image/base.mjs'
import { engineArguments } from '../../scripts/lib/image/builder.mjs'

test('the image of the merger has the same Node version as this project', () => {
  expect(baseName()).toBe(`docker.io/library/node:${process.versions.node}-trixie-slim`)
})

test('for a fresh image, docker and podman pull the newest base image and use no cached layers', () => {
  const plain = engineArguments('merger:abc', false)
  expect(plain.filter((one) => ['--pull', '--no-cache'].includes(one))).toEqual([])
  expect(plain).toContain('--build-arg=BUILD=abc')
  expect(engineArguments('merger:abc', true)).toEqual([...plain.slice(0, -1), '--pull', '--no-cache', '.'])
})
