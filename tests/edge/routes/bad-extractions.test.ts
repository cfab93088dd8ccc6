import { describe, expect, onTestFinished, vi } from 'vitest'
import { videoInfoSchema } from '#contract/api.ts'
import { testEach, type Case } from '../corpus.ts'
import { withBlockList } from '../request/block-list.ts'
import { errorOf, HOST, post, visitor } from '../visit.ts'

/** Replaces `ours.test`, the product's host in the corpus of bad inputs, by the host of the tests. */
const ours = (input: unknown) => JSON.parse(JSON.stringify(input).replaceAll('ours.test', HOST)) as unknown

describe('POST /api/download-video answers bad requests', () => {
  const send = async (input: unknown) => await post('/api/download-video', ours(input))
  const becomes =
    (status: number): Case =>
    async ({ input }) => {
      const answer = await send(input)
      expect(answer.status, await answer.clone().text()).toBe(status)
      expect(({} as Record<string, unknown>)['proxy']).toBeUndefined()
    }
  const isNotYouTube: Case = async ({ input }) => {
    const info = videoInfoSchema.parse(await (await send(input)).json())
    expect(info.platform).not.toBe('youtube')
    expect(new URL(info.source_url).hostname).not.toMatch(/^(www\.)?youtube\.com$/)
    const { tweet_url } = input as { tweet_url: string }
    expect((await post('/api/download-video', { tweet_url, platform: 'youtube' })).status).toBe(400)
  }
  const cases: Record<string, Case> = {
    'form post': async ({ input }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await visitor()('/api/download-video', { method: 'POST', headers, body: String(input) })
      expect(answer.status).toBe(415)
    },
    'live stream': async ({ input }) => {
      const answer = await errorOf(await send(input))
      expect(answer).toMatchObject({ status: 409, code: 'live' })
    },
    'blocked by DMCA list after redirect': async ({ input }) => {
      await withBlockList({ hosts: ['blocked.test'], platforms: [], links: [] }, async () => {
        expect(await errorOf(await send(input))).toMatchObject({ status: 451, code: 'blocked' })
      })
    },
    'fingerprint missing': becomes(200),
    'fingerprint html': async ({ input }) => {
      const log = vi.spyOn(console, 'log')
      onTestFinished(() => log.mockRestore())
      const answer = await send(input)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('<script>')
      expect(log).toHaveBeenCalled()
      expect(JSON.stringify(log.mock.calls)).not.toContain('<script>')
    },
    // The edge uses the first link of the text, because people paste whole messages.
    'two urls': async ({ input }) => {
      const answer = videoInfoSchema.parse(await (await send(input)).json())
      expect(answer.source_url).not.toContain('evil.test')
    },
    __proto__: becomes(200),
    'punycode lookalike host': isNotYouTube,
    'suffix lookalike host': isNotYouTube,
    'prefix lookalike host': isNotYouTube,
    'tweet_url empty': async ({ input }) => {
      expect(await errorOf(await send(input))).toMatchObject({
        status: 400,
        error: 'Please enter a video URL',
      })
    },
  }
  testEach('POST /api/download-video', cases, becomes(400))
})
