import { lookup } from 'node:dns/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { message, paste } from './lib/visit.ts'
import { grantFor, GRANT_KEYS, pictureGrantFor } from './lib/grants.ts'
import { useProduct } from './lib/harness.ts'
import { describeSealed } from '../sealed.ts'

/** Pasted texts, each with the message that it must get. */
const cases: [name: string, link: string, message: RegExp][] = [
  ['text without a link', 'hello', /^Please enter a valid URL \(must include http:\/\/ or https:\/\/\)/],
  ['a page without media', 'https://video.example/watch/text', /don’t support this link|no video or audio/],
  ['a site that cannot be reached', 'https://dead.example/video', /couldn’t reach the site/],
  ['a name that does not exist', 'https://nowhere.example/video', /couldn’t reach the site/],
  ['an address of a private network', 'http://10.0.0.5/video.mp4', /can’t be reached from here|valid URL/],
  ['a loopback address', 'http://127.0.0.1/video.mp4', /can’t be reached from here|valid URL/],
  [
    'the cloud metadata service',
    'http://169.254.169.254/latest/meta-data/',
    /can’t be reached from here|valid URL/,
  ],
  [
    'a host name that resolves to a private address',
    'http://private.test/video.mp4',
    /can’t be reached from here/,
  ],
  [
    'a host name that is rebound to a private address',
    'http://rebind.test/video.mp4',
    /can’t be reached from here/,
  ],
  ['a redirect to a private address', 'https://video.example/inside/redirect', /can’t be reached from here/],
  [
    'a page whose video is at a private address',
    'https://video.example/inside/video',
    /can’t be reached from here|no video or audio/,
  ],
  ['a private video', 'https://www.youtube.com/watch?v=privatevid0', /private/],
  ['a removed video', 'https://www.youtube.com/watch?v=removedvid0', /removed/],
  ['a video for members', 'https://www.youtube.com/watch?v=membersonly', /members/],
  ['an age-restricted post', 'https://x.com/maker/status/1005', /age-restricted/],
  ['a live broadcast', 'https://www.youtube.com/watch?v=livestream0', /still live/],
  ['a premiere', 'https://www.youtube.com/watch?v=premiereupc', /not started/],
  [
    'a site that asks for a bot check',
    'https://www.youtube.com/watch?v=botcheckvid',
    /YouTube refuses our servers/,
  ],
  ['a stream with DRM', 'https://streams.example/drm/index.m3u8', /DRM/],
  ['a page without an end', 'https://endless.example/', /large|too long|couldn’t|support/],
]

describeSealed('refused links', () => {
  const harness = useProduct({ vars: { GRANT_KEYS } })

  for (const [name, link, expected] of cases)
    test(`pasting ${name} shows a message that names the problem`, async () => {
      // The browser logs every response whose status is not 2xx, and the page logs the failure
      // (docs/specification.md, section 8).
      harness.expectConsoleError(/status of (4|5)\d\d .*\/api\/download-video|^Failure: /)
      const page = await harness.open()
      await paste(page, link)
      expect(await message(page)).toMatch(expected)
      expect(await page.getByRole('button', { name: 'Get formats' }).isEnabled()).toBe(true)
    })

  /** Host names that resolve to private addresses. The tests create valid grants for links to them. */
  const privateHosts = [
    'private.test',
    'loop.test',
    'link.test',
    'mapped.test',
    'ula.test',
    'rebind.test',
    'cname.test',
  ]
  describe('a link to a private address with a valid grant', () => {
    // rebind.test resolves to a public address once and to a private address afterwards.
    beforeAll(() => Promise.allSettled(privateHosts.map((host) => lookup(host))))
    for (const host of privateHosts)
      for (const call of ['proxied_download', 'preview', 'image-proxy'])
        test(`/api/${call} does not connect to ${host} although the link has a valid grant`, async () => {
          const link = `http://${host}/video.mp4`
          const grant = call === 'image-proxy' ? await pictureGrantFor(link) : await grantFor(link)
          const answer = await fetch(
            `${harness.address}/api/${call}?url=${encodeURIComponent(link)}&g=${grant}`,
          )
          expect(answer.status).toBeGreaterThanOrEqual(400)
          expect(answer.headers.get('content-type')).toContain('application/json')
        })
  })
})
