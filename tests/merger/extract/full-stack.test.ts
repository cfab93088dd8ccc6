import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'
import { describeFullStack } from '../../stack.ts'

const SOLVED = 'https://www.youtube.com/watch?v=solvedvid00'
const BROWSERS_ONLY = 'https://player.vimeo.com/video/200000002'

describeSealed('an extraction uses the solver and impersonation', () => {
  describeFullStack('with a merger in the sealed internet', () => {
    let merger: Merger
    beforeAll(async () => {
      merger = await startMerger()
    })
    afterAll(() => merger.close())

    test('gives working links of a video with a challenge', async () => {
      const since = watchLog()
      const { renditions } = await extract(merger, SOLVED)
      const known = since().requests
      expect(known.filter(({ path }) => path.startsWith('/s/player/'))).toHaveLength(1)
      expect(renditions.map(({ height }) => height)).toContain(1080)
      expect(renditions.length).toBe(7)
      for (const { url } of renditions) {
        const answer = await fetch(url, { headers: { range: 'bytes=0-99' } })
        expect([url, answer.status]).toEqual([url, 206])
        await answer.arrayBuffer()
      }
      const first = new URL(renditions[0]!.url)
      first.searchParams.set('n', 'k3Zq-Sealed_n0')
      expect((await fetch(first)).status).toBe(403)
    })

    test('fetches no player script for a second extraction', async () => {
      await extract(merger, SOLVED)
      const since = watchLog()
      // The link has an additional parameter, so that the merger does not return the remembered extraction.
      const { renditions } = await extract(merger, `${SOLVED}&t=1`)
      expect(since().requests.filter(({ path }) => path.startsWith('/s/player/'))).toEqual([])
      const answer = await fetch(renditions[0]!.url, { headers: { range: 'bytes=0-99' } })
      expect(answer.status).toBe(206)
      await answer.arrayBuffer()
    })

    test('extracts a video that needs no solver', async () => {
      const { renditions } = await extract(merger, 'https://www.youtube.com/watch?v=abcdefghijk')
      expect(renditions.map(({ height }) => height)).toContain(1080)
    })

    test('extracts a page that accepts only browser handshakes', async () => {
      const { renditions } = await extract(merger, BROWSERS_ONLY)
      expect(renditions.length).toBeGreaterThan(0)
    })

    test.each([
      ['a page behind a challenge', 'https://guarded.example/video', 'guarded.example'],
      ['a video of Facebook', 'https://www.facebook.com/watch/?v=3000000003', 'www.facebook.com'],
    ])('repeats a request refused by %s with a browser handshake', async (_, link, host) => {
      const since = watchLog()
      const { renditions } = await extract(merger, link)
      expect(renditions.length).toBeGreaterThan(0)
      expect(since().requests.filter((request) => request.host === host)).toHaveLength(2)
    })

    test('offers no formats on a host that accepts only browsers', async () => {
      const { renditions } = await extract(merger, 'https://guarded.example/two-videos')
      expect(renditions.map(({ url }) => new URL(url).hostname)).toEqual(['cdn.example'])
      expect(await failureFor(merger, 'https://guarded.example/own-video')).toBe('unsupported')
    })

    test('sends no second handshake to a site that answers 429', async () => {
      const since = watchLog()
      expect(await failureFor(merger, 'https://guarded.example/limited')).toBe('site_limit')
      expect(since().requests).toHaveLength(1)
    })

    test('sends no third request after two refused handshakes', async () => {
      const since = watchLog()
      expect(await failureFor(merger, 'https://guarded.example/closed')).toBe('site_blocks_us')
      expect(since().requests).toHaveLength(2)
    })

    test('the page for browsers refuses a request of Node', async () => {
      expect((await fetch(BROWSERS_ONLY)).status).toBe(403)
      expect((await fetch('https://guarded.example/')).status).toBe(403)
    })
  })
})
