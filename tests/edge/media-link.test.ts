import { expect, test } from 'vitest'
import { mediaTarget } from '../../edge/media-link.ts'

const BASE = new URL('https://cdn.test/video/index.m3u8')

test('accepts http and https, absolute or relative', () => {
  expect(mediaTarget('https://cdn.test/a')?.href).toBe('https://cdn.test/a')
  expect(mediaTarget('http://cdn.test/a')?.href).toBe('http://cdn.test/a')
  expect(mediaTarget('../a.ts', BASE)?.href).toBe('https://cdn.test/a.ts')
})

test('refuses other schemes, logins and private addresses', () => {
  for (const link of [
    'ftp://cdn.test/a',
    'blob:https://cdn.test/a',
    'https://user@cdn.test/a',
    'https://:password@cdn.test/a',
    'http://10.0.0.5/a',
    'a.ts',
    '',
  ])
    expect(mediaTarget(link), link).toBeUndefined()
})

test('accepts at most 8,192 characters', () => {
  const link = 'https://cdn.test/'.padEnd(8_192, 'a')
  expect(mediaTarget(link)?.href).toBe(link)
  expect(mediaTarget(`${link}a`)).toBeUndefined()
})
