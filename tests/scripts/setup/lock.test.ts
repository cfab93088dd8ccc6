import { expect, test } from 'vitest'
import { lockProblems, readLock } from '../../../scripts/lib/setup/lock.ts'

const problemsOf = (entry: object) => lockProblems({ packages: { 'node_modules/one': entry } })

test('has a hash for each package and names no registry', () => {
  expect(lockProblems(readLock())).toEqual([])
})

test.each([
  ['without a hash', { version: '1.0.0' }],
  ['for another system without a hash', { version: '1.0.0', optional: true, os: ['darwin'] }],
  ['for any system without a hash', { version: '1.0.0', optional: true }],
  ['with the host of a registry', { integrity: 'sha512-x', resolved: 'https://registry.example/one.tgz' }],
])('lockProblems reports a package %s', (_, entry) => {
  expect(problemsOf(entry)).toHaveLength(1)
})

test.each([
  ['with a hash', { version: '1.0.0', integrity: 'sha512-x' }],
  ['of this repository', { link: true, version: '1.0.0' }],
])('lockProblems accepts a package %s', (_, entry) => {
  expect(problemsOf(entry)).toEqual([])
})
