import { setTimeout as sleep } from 'node:timers/promises'
import { clientOf, proxiedOf } from './client.ts'

// This module simulates one visitor of the soak (`npm run soak`). The visitor sends the HTTP calls that the
// pages send, and records the result of each action.

export type Outcome = { kind: string; ms: number; bytes: number; error?: string }

/**
 * Makes a YouTube video id of 11 characters. The id is new, so the product has no extraction of this video in
 * its cache.
 */
const idOf = (prefix: string, nth: number) =>
  prefix +
  nth
    .toString(36)
    .padStart(11 - prefix.length, '0')
    .slice(-(11 - prefix.length))

export function visitor(port: number, host: string, address: string) {
  const client = clientOf(port, host, address)
  const { call, expectStatus, extract, startFirst, finished, save, remove } = client
  const actions: Record<string, (nth: number) => Promise<number>> = {
    page: async () => expectStatus(await call('/'), 200).body.length,
    extract: async () => (await extract('https://www.youtube.com/watch?v=sealedvid00'), 0),
    'extract anew': async (nth) => (
      await extract(`https://www.youtube.com/watch?v=${idOf('soaknew', nth)}`),
      0
    ),
    'extract unknown': async (nth) => (await extract(`https://direct.example/dl/get?n=${nth}`), 0),
    'seek in media': async () => {
      const url = proxiedOf(await extract('https://www.tiktok.com/@_/video/7000000000000000001'))
      if (url === undefined) throw new Error('no format is passed on')
      const answer = await call(url, { headers: { range: 'bytes=1000-200999' } })
      return expectStatus(answer, 200, 206).body.length
    },
    'merge and save': async (nth) => {
      const task = await startFirst(`https://www.youtube.com/watch?v=${idOf('soakvid', nth)}`)
      await finished(task)
      return await save(task)
    },
    'share and open': async () => {
      const url = (await extract('https://cdn.example/combined-720.mp4')).formats[0]!.url
      const share = { url, title: 'Soak', is_audio: false }
      const answer = expectStatus(await call('/api/shorten-preview', { method: 'POST' }, share), 200)
      const { pathname } = new URL((client.json(answer) as { short_url: string }).short_url)
      expectStatus(await call(pathname), 302)
      return 0
    },
    cancel: async (nth) => {
      const task = await startFirst(`https://www.youtube.com/watch?v=${idOf('soakcan', nth)}`)
      await sleep(300)
      return expectStatus(await remove(task), 200).body.length
    },
    'faulty source': async (nth) => {
      const task = await startFirst(`https://cdn.example/faulty/drop/soak-${nth}/moov-at-end.mp4`)
      await finished(task)
      return await save(task)
    },
    'hostile link': async () => {
      const links = [
        'http://169.254.169.254/latest',
        'http://private.test/video.mp4',
        'https://rebind.test/x.mp4',
      ]
      for (const link of links)
        expectStatus(await call('/api/download-video', { method: 'POST' }, { tweet_url: link }), 400, 502)
      return 0
    },
    'expired file': async () => {
      expectStatus(await call(`/api/download/file/${'x'.repeat(40)}`), 404)
      return 0
    },
  }
  return {
    kinds: Object.keys(actions),
    calls: client.calls,
    /** Runs one action. Never rejects: an unexpected response becomes the `error` of the outcome. */
    async run(kind: string, nth: number): Promise<Outcome> {
      const started = performance.now()
      const ms = () => performance.now() - started
      try {
        const bytes = (await actions[kind]?.(nth)) ?? 0
        return { kind, ms: ms(), bytes }
      } catch (error) {
        return { kind, ms: ms(), bytes: 0, error: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
