import { lookup } from 'node:dns/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { isReportable, isRetryable } from '../../../web/download/failure-text.ts'
import { failureMessage } from '../lib/failure-message.ts'
import { linkField, submitLink, waitForAlert } from '../lib/visit.ts'
import { grantFor, pictureGrantFor } from '../lib/grants.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

type Case = [name: string, link: string, code: FailureCode]

/**
 * One test per group. Each case has a name, the text that the visitor submits, and the failure code whose
 * message the page must show.
 */
const groups: [group: string, cases: Case[]][] = [
  [
    'text without a link, or an address of a private network',
    [
      ['text without a link', 'hello', 'bad_link'],
      ['an address of a private network', 'http://10.0.0.5/video.mp4', 'bad_link'],
      ['a loopback address', 'http://127.0.0.1/video.mp4', 'bad_link'],
      ['the cloud metadata service', 'http://169.254.169.254/latest/meta-data/', 'bad_link'],
    ],
  ],
  [
    'a link that leads to a private address',
    [
      ['a host name that resolves to one', 'http://private.test/video.mp4', 'refused_address'],
      ['a host name that is rebound to one', 'http://rebind.test/video.mp4', 'refused_address'],
      ['a redirect to one', 'https://video.example/inside/redirect', 'refused_address'],
      ['a page whose video is at one', 'https://video.example/inside/video', 'refused_address'],
    ],
  ],
  [
    'a link without media, or to a site that cannot be reached',
    [
      ['a page without media', 'https://video.example/watch/text', 'unsupported'],
      ['a site that cannot be reached', 'https://dead.example/video', 'unreachable'],
      ['a name that does not exist', 'https://nowhere.example/video', 'unreachable'],
      ['a stream with DRM', 'https://streams.example/drm/index.m3u8', 'drm'],
      ['a page without an end', 'https://endless.example/', 'too_big'],
    ],
  ],
  [
    'a link to an item that is not public, or not finished',
    [
      ['a private video', 'https://www.youtube.com/watch?v=privatevid0', 'private'],
      ['a removed video', 'https://www.youtube.com/watch?v=removedvid0', 'removed'],
      ['a video for members', 'https://www.youtube.com/watch?v=membersonly', 'paid'],
      ['an age-restricted post', 'https://x.com/maker/status/1005', 'age'],
      ['a live broadcast', 'https://www.youtube.com/watch?v=livestream0', 'live'],
      ['a premiere', 'https://www.youtube.com/watch?v=premiereupc', 'not_started'],
      ['a bot check of the site', 'https://www.youtube.com/watch?v=botcheckvid', 'site_blocks_us'],
    ],
  ],
]

describeSealed('the product shows a message when it refuses a link', () => {
  const harness = useProduct()

  for (const [group, cases] of groups)
    test(`names the problem of ${group}`, async () => {
      // These errors are expected: the browser logs every response with an error status, and the page logs
      // the failure.
      harness.expectConsoleError(/status of (4|5)\d\d .*\/api\/download-video|^Failure: /)
      const page = await harness.open()
      for (const [name, link, code] of cases) {
        await submitLink(page, link)
        const offer = isReportable(new Failure(code)) ? ' Report this link' : ''
        const next = isRetryable(new Failure(code)) ? 'Try again' : 'Try another link'
        const other = code === 'bad_link' ? '' : `\n${next}`
        expect(await waitForAlert(page), name).toBe(failureMessage(code, link) + offer + other)
        expect(await page.getByRole('button', { name: 'Get formats' }).isEnabled()).toBe(true)
        // Only a text that is no link is marked as wrong.
        expect(await linkField(page).getAttribute('aria-invalid'), name).toBe(String(code === 'bad_link'))
      }
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
  describe('no grant leads to a private address', () => {
    // rebind.test resolves to a public address for the first DNS query, and to a private address for every
    // later query. This lookup makes the first query.
    beforeAll(() => Promise.allSettled(privateHosts.map((host) => lookup(host))))
    for (const host of privateHosts)
      for (const call of ['proxied_download', 'preview', 'image-proxy'])
        test(`/api/${call} never connects to ${host}`, async () => {
          const link = `http://${host}/video.mp4`
          const grant = call === 'image-proxy' ? await pictureGrantFor(link) : await grantFor(link)
          const answer = await fetch(
            `${harness.address}/api/${call}?url=${encodeURIComponent(link)}&g=${grant}`,
          )
          expect(await answer.json()).toMatchObject({ code: 'refused_address' })
          expect(answer.status).toBe(400)
          expect(answer.headers.get('content-type')).toContain('application/json')
        })
  })
})
