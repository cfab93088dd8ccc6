import { lookup } from 'node:dns/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { message, paste, shoot } from './visit.ts'
import { grantFor, GRANT_KEYS, pictureGrantFor } from './grants.ts'
import { setStage } from './stage.ts'
import { describeSealed } from '../sealed.ts'

/** What a visitor pastes, and what must be said. */
const cases: [name: string, link: string, says: RegExp][] = [
  ['text without a link', 'hello', /^Please enter a valid URL \(must include http:\/\/ or https:\/\/\)/],
  ['a page without media', 'https://video.example/watch/text', /don’t support this link|no video or audio/],
  ['a site that cannot be reached', 'https://dead.example/video', /couldn’t reach the site/],
  ['a name that does not exist', 'https://nowhere.example/video', /couldn’t reach the site/],
  ['an address inside', 'http://10.0.0.5/video.mp4', /can’t be reached from here|valid URL/],
  ['the machine itself', 'http://127.0.0.1/video.mp4', /can’t be reached from here|valid URL/],
  [
    'the metadata service',
    'http://169.254.169.254/latest/meta-data/',
    /can’t be reached from here|valid URL/,
  ],
  ['a name that leads inside', 'http://private.test/video.mp4', /can’t be reached from here/],
  ['a name that changes its mind', 'http://rebind.test/video.mp4', /can’t be reached from here/],
  ['a redirect inside', 'https://video.example/inside/redirect', /can’t be reached from here/],
  [
    'a page whose video is inside',
    'https://video.example/inside/video',
    /can’t be reached from here|no video or audio/,
  ],
  ['a private video', 'https://www.youtube.com/watch?v=privatevid0', /private/],
  ['a removed video', 'https://www.youtube.com/watch?v=removedvid0', /removed/],
  ['a video for members', 'https://www.youtube.com/watch?v=membersonly', /members/],
  ['an age-restricted post', 'https://x.com/maker/status/1005', /age-restricted/],
  ['a live broadcast', 'https://www.youtube.com/watch?v=livestream0', /still live/],
  ['a premiere', 'https://www.youtube.com/watch?v=premiereupc', /not started/],
  ['a site that asks for proof of being human', 'https://www.youtube.com/watch?v=botcheckvid', /limiting us/],
  ['a protected stream', 'https://streams.example/drm/index.m3u8', /DRM/],
  ['a page without end', 'https://endless.example/', /large|too long|couldn’t|support/],
]

describeSealed('links that lead to nothing', () => {
  // The suite pastes more in a minute than a person does.
  const stage = setStage({ GRANT_KEYS })

  for (const [name, link, says] of cases)
    test(`${name} gets a clear message`, async () => {
      // The browser notes every answer that is not 2xx, and the page logs the failure (specification, section 8).
      stage.expectNoise(/status of (4|5)\d\d .*\/api\/download-video|^Failure: /)
      const page = await stage.open()
      await paste(page, link)
      expect(await message(page)).toMatch(says)
      expect(await page.getByRole('button', { name: 'Get formats' }).isEnabled()).toBe(true)
    })

  test('a message looks as it should', async () => {
    const page = await stage.open()
    await paste(page, 'hello')
    await message(page)
    await shoot(page, 'home-error')
  })

  /** Names that lead inside by now, whatever they did when they were granted. */
  const turned = [
    'private.test',
    'loop.test',
    'link.test',
    'mapped.test',
    'ula.test',
    'rebind.test',
    'cname.test',
  ]
  describe('a granted link', () => {
    // One of them turns with its second question.
    beforeAll(() => Promise.allSettled(turned.map((host) => lookup(host))))
    for (const host of turned)
      for (const call of ['proxied_download', 'preview', 'image-proxy'])
        test(`to ${host} is not dialled by /api/${call}`, async () => {
          const link = `http://${host}/video.mp4`
          const grant = call === 'image-proxy' ? await pictureGrantFor(link) : await grantFor(link)
          const answer = await fetch(
            `${stage.address}/api/${call}?url=${encodeURIComponent(link)}&g=${grant}`,
          )
          expect(answer.status).toBeGreaterThanOrEqual(400)
          expect(answer.headers.get('content-type')).toContain('application/json')
        })
  })
})
