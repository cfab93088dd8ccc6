import { expect, test } from 'vitest'
import { lockProblems, readLock, thisSystem } from '../../../scripts/lib/setup/lock.ts'

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const problemsOf = (entry: object) => lockProblems({ packages: { 'node_modules/one': entry } }, linux)

test('has a hash for each package and names no registry', () => {
  expect(lockProblems(readLock(), thisSystem())).toEqual([])
})

test.each([
  ['without a hash', { version: '1.0.0' }],
  ['for this system without a hash', { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] }],
  ['for any system without a hash', { version: '1.0.0', optional: true }],
  ['with the host of a registry', { integrity: 'sha512-x', resolved: 'https://registry.example/one.tgz' }],
])('lockProblems reports a package %s', (_, entry) => {
  expect(problemsOf(entry)).toHaveLength(1)
})

test.each([
  ['with a hash', { version: '1.0.0', integrity: 'sha512-x' }],
  ['of this repository', { link: true, version: '1.0.0' }],
  ['for another system', { version: '1.0.0', optional: true, os: ['darwin'] }],
  ['for another processor', { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'] }],
  ['for another C library', { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] }],
])('lockProblems accepts a package %s', (_, entry) => {
  expect(problemsOf(entry)).toEqual([])
})
