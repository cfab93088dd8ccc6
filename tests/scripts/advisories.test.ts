import { afterEach, expect, test, vi } from 'vitest'
import { billOf } from '../../scripts/operate/image/contents.ts'
import {
  advisoriesOf,
  debianPackages,
  npmPackages,
  pythonPackages,
} from '../../scripts/operate/update/advisories.ts'
import { baseIn, withBase } from '../../scripts/operate/update/base-image.ts'

afterEach(() => vi.unstubAllGlobals())

const STATUS = `Package: libc6
Status: install ok installed
Source: glibc
Version: 2.41-12+deb13u5

Package: libssl3t64
Status: install ok installed
Source: openssl (3.5.9-1)
Version: 3.5.9-1+b1

Package: removed
Status: deinstall ok config-files
Version: 1
`
const LOCK = JSON.stringify({
  packages: {
    '': { version: '0.0.0' },
    'node_modules/undici': { version: '8.12.4' },
    'node_modules/a/node_modules/@b/c': { version: '1.0.0', dev: true },
  },
})

test('knows the source packages of Debian that are installed', () => {
  expect(debianPackages(STATUS)).toEqual([
    { ecosystem: 'Debian:13', name: 'glibc', version: '2.41-12+deb13u5' },
    { ecosystem: 'Debian:13', name: 'openssl', version: '3.5.9-1' },
  ])
})

test('knows the packages of npm and Python', () => {
  const names = (withDevelopment: boolean) => npmPackages(LOCK, { withDevelopment }).map(({ name }) => name)
  expect(names(false)).toEqual(['undici'])
  expect(names(true)).toEqual(['undici', '@b/c'])
  expect(pythonPackages('a==1\nyt-dlp==2026.1.1 \\\n    --hash=sha256:x\n').map(({ name }) => name)).toEqual([
    'a',
    'yt-dlp',
  ])
})

test('names the packages with an advisory', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked.push(body)
    return Response.json({ results: [{}, { vulns: [{ id: 'GHSA-1' }, { id: 'CVE-2' }] }] })
  })
  const packages = [...pythonPackages('a==1\n'), ...npmPackages(LOCK, { withDevelopment: false })]
  expect(await advisoriesOf(packages)).toEqual(['undici 8.12.4: GHSA-1, CVE-2'])
  expect(JSON.parse(asked[0]!)).toMatchObject({
    queries: [{ package: { ecosystem: 'PyPI', name: 'a' } }, {}],
  })
})

test('says that the database does not answer', async () => {
  vi.stubGlobal('fetch', async () => await Promise.reject(new Error('no network')))
  expect(await advisoriesOf(pythonPackages('a==1\n'))).toBeUndefined()
})

test('writes a bill of what an image holds', () => {
  expect(billOf(npmPackages(LOCK, { withDevelopment: true }))).toMatchObject({
    bomFormat: 'CycloneDX',
    components: [{ purl: 'pkg:npm/undici@8.12.4' }, { purl: 'pkg:npm/%40b/c@1.0.0' }],
  })
})

test('pins the base image by its digest in each stage', () => {
  const digest = `sha256:${'b'.repeat(64)}`
  const once = withBase('FROM node:24.1.0-trixie-slim AS a\nFROM node:24.1.0-trixie-slim\n', '24.2.0', digest)
  expect(once).toBe(`FROM node:24.2.0-trixie-slim@${digest} AS a\nFROM node:24.2.0-trixie-slim@${digest}\n`)
  expect(baseIn(withBase(once, '24.3.0', digest))).toBe('24.3.0')
})
