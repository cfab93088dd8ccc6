import { expect, test } from 'vitest'
import { baseName } from '../../scripts/operate/image/base.ts'
import { engineArguments } from '../../scripts/operate/image/builder.ts'

test('has the Node version of this project', () => {
  expect(baseName()).toBe(`docker.io/library/node:${process.versions.node}-trixie-slim`)
})

test('pulls the base and uses no cache when fresh', () => {
  const plain = engineArguments('docker', 'merger:abc', false)
  expect(plain.filter((one) => ['--pull', '--no-cache'].includes(one))).toEqual([])
  expect(plain).toContain('--build-arg=BUILD=abc')
  expect(engineArguments('docker', 'merger:abc', true)).toEqual([
    ...plain.slice(0, -1),
    '--pull',
    '--no-cache',
    '.',
  ])
})
