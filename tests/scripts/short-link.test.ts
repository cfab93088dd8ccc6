import { expect, test } from 'vitest'
import { isShortLink } from '../../scripts/operate/short-link.ts'
import { canonicalLink, platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'

type PlatformFile = { platform: Platform; samples?: Record<string, string> }
const files = import.meta.glob<PlatformFile>('../../contract/platforms/*.ts', { eager: true })
const canonical = Object.values(files).flatMap(({ samples = {} }) => Object.values(samples))

test('accepts exactly the short links of the samples', () => {
  expect(canonical.length).toBeGreaterThan(platforms.length)
  const short = canonical.filter(isShortLink).map((link) => link.replace(/\/[^/]+\/?$/, ''))
  expect([...new Set(short)].toSorted()).toEqual([
    'https://b23.tv',
    'https://bili.im',
    'https://fb.me/v',
    'https://fb.watch',
    'https://listen.tunein.com',
    'https://on.soundcloud.com',
    'https://pic.twitter.com',
    'https://snd.sc',
    'https://t.co',
    'https://tun.in',
    'https://vm.tiktok.com',
    'https://vt.tiktok.com',
    'https://www.facebook.com/share/r',
    'https://www.facebook.com/share/v',
    'https://www.instagram.com/share/reel',
    'https://www.tiktok.com/t',
    'https://xhslink.com/a',
    'https://xhslink.com/m',
  ])
})

test('knows hosts without samples', () => {
  for (const host of ['fb.gg', 'bili2233.cn', 'pic.x.com']) {
    const { url, platform } = canonicalLink(`https://${host}/AbCdEf1`)
    expect(platform).toBeDefined()
    expect([url, isShortLink(url)]).toEqual([`https://${host}/AbCdEf1`, true])
  }
})

test.for([
  'https://youtu.be/dQw4w9WgXcQ',
  'https://b23.tv/BV1xx411c7mD',
  'https://instagr.am/p/CxYzAbCdEfG/',
])('does not take the canonical link of %s for one', (link) => {
  expect(isShortLink(canonicalLink(link).url)).toBe(false)
})
