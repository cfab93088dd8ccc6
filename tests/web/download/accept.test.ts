import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { platformById } from '#contract/platforms/index.ts'
import { acceptFor, otherPage, soleLink } from '../../../web/download/form/accept.ts'
import { green, hostile } from '../brands.ts'

test('the form accepts a text that contains a link and other words', () => {
  expect(acceptFor(green, 'see https://vimeo.com/123456789 !')).toMatchObject({ ok: true })
})

test('tells blank, linkless and disabled texts apart', () => {
  expect(acceptFor(green, '  ')).toMatchObject({ ok: false, message: 'Please enter a video URL' })
  expect(acceptFor(green, 'hello')).toMatchObject({ ok: false, message: failures.bad_link.text })
  expect(acceptFor(hostile, 'https://www.tiktok.com/@a/video/7106594312292453675')).toMatchObject({
    ok: false,
    message: expect.stringContaining('doesn’t take TikTok links'),
  })
})

test('calls a platform by its name in the brand', () => {
  const called = (brand: typeof green) => ({
    ...brand,
    supportedPlatforms: brand.supportedPlatforms.map((one) => ({ ...one, displayName: `My ${one.id}` })),
  })
  expect(acceptFor(called(hostile), 'https://www.tiktok.com/@a/video/7106594312292453675')).toMatchObject({
    message: expect.stringContaining('doesn’t take My tiktok links'),
  })
  const youtube = platformById('youtube')!
  const other = otherPage(called(green), 'https://vimeo.com/123456789', youtube)
  expect(other).toMatchObject({ name: 'My vimeo' })
})

test('returns the only link that the page accepts', () => {
  const youtube = platformById('youtube')!
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  expect(soleLink(green, link)).toBe(link)
  expect(soleLink(green, `look: ${link} and again ${link}`)).toBe(link)
  expect(soleLink(green, `${link} https://vimeo.com/123456789`)).toBeNull()
  expect(soleLink(green, 'hello')).toBeNull()
  expect(soleLink(green, 'https://vimeo.com/123456789', youtube)).toBeNull()
})

test('returns the page that accepts the link', () => {
  const youtube = platformById('youtube')!
  expect(otherPage(green, 'see https://vimeo.com/123456789', youtube)).toEqual({
    link: 'https://vimeo.com/123456789',
    platformId: 'vimeo',
    name: 'Vimeo',
    path: '/vimeo-downloader',
  })
  expect(otherPage(green, 'https://cdn.example/a.mp4', youtube)).toMatchObject({ path: '/' })
  expect(otherPage(green, 'https://www.youtube.com/@somebody', youtube)).toBeUndefined()
  expect(otherPage(green, 'hello', youtube)).toBeUndefined()
  expect(otherPage(green, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube)).toBeUndefined()
})
