import { expect, test } from 'vitest'
import { mediaTarget } from '../../../edge/media/media-link.ts'

const BASE = new URL('https://cdn.test/video/index.m3u8')

test('a media link may use http or https, and may be absolute or relative to its playlist', () => {
  expect(mediaTarget('https://cdn.test/a')?.href).toBe('https://cdn.test/a')
  expect(mediaTarget('http://cdn.test/a')?.href).toBe('http://cdn.test/a')
  expect(mediaTarget('../a.ts', BASE)?.href).toBe('https://cdn.test/a.ts')
})

test('a media link with another scheme, with a login, to a private address or without a host is refused', () => {
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

test('a media link of 8,192 characters is accepted, and a longer one is refused', () => {
  const link = 'https://cdn.test/'.padEnd(8_192, 'a')
  expect(mediaTarget(link)?.href).toBe(link)
  expect(mediaTarget(`${link}a`)).toBeUndefined()
})
