import { expect, test } from 'vitest'
import { baseName } from '../../scripts/lib/image/base.mjs'

test('the image of the merger runs the same version of Node as this project', () => {
  expect(baseName()).toBe(`docker.io/library/node:${process.versions.node}-trixie-slim`)
})
