import { describe, expect, test } from 'vitest'
import { askImage } from '../grants/grant-maker.ts'
import { hits } from '../visit.ts'

const cdn = (name: string) => `https://cdn.test/${name}`

describe('the image proxy sends and caches images', () => {
  test('sends an image that browsers may cache', async () => {
    const answer = await askImage(cdn('poster.jpg'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    const before = await hits('/cdn.test/poster.jpg')
    expect((await askImage(cdn('poster.jpg'))).status).toBe(200)
    expect(await hits('/cdn.test/poster.jpg')).toBe(before)
  })

  test('caches URLs with another query separately', async () => {
    const before = await hits('/cdn.test/poster.jpg')
    for (const name of ['poster.jpg?size=1', 'poster.jpg?size=2'])
      expect((await askImage(cdn(name))).status).toBe(200)
    expect(await hits('/cdn.test/poster.jpg')).toBe(before + 2)
  })

  test('answers 415 if the source sends no image', async () => {
    expect((await askImage(cdn('page.mp4'))).status).toBe(415)
  })
})
