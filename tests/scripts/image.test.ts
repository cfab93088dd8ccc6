import { expect, test } from 'vitest'
import { baseName } from '../../scripts/lib/image/base.mjs'

test('the image of the merger has the same Node version as this project', () => {
  expect(baseName()).toBe(`docker.io/library/node:${process.versions.node}-trixie-slim`)
})
