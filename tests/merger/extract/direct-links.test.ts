import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const SITE = 'https://direct.example'
const FILES = 'https://files.short-lived.example'

describeSealed('a direct link to a media file', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  const relayed = async (url: string) =>
    (await fetch(`${merger.origin}/relay?url=${encodeURIComponent(url)}`)).status

  test('stays the media link if it redirects to an address that works once', async () => {
    const { renditions, led_to, title } = await extract(merger, `${SITE}/once.mp3`)
    expect(renditions).toEqual([expect.objectContaining({ url: `${SITE}/once.mp3`, container: 'mp3' })])
    expect(led_to).toMatch(/^https:\/\/files\.short-lived\.example\/once\//)
    expect(title).toBe('once')
    for (let i = 0; i < 2; i++) expect(await relayed(renditions[0]!.url)).toBe(200)
  })

  test('stays the media link of an episode that redirects', async () => {
    const { renditions, title } = await extract(merger, `${SITE}/feed.xml`)
    expect(title).toBe('Signed')
    expect(renditions[0]).toMatchObject({ url: `${SITE}/feed/episode`, container: 'mp3' })
  })

  test('is followed where only the host changes, or to http', async () => {
    const address = async (name: string) => (await extract(merger, `${SITE}/${name}`)).renditions[0]!.url
    expect(await address('moved/combined-360.mp4')).toBe(`${FILES}/moved/combined-360.mp4`)
    expect(await address('to-http.mp3')).toBe('http://files.short-lived.example/plain/audio.mp3')
  })

  test('is never followed to a private address', async () => {
    const since = watchLog()
    expect(await failureFor(merger, `${SITE}/inside.mp4`)).toBe('refused_address')
    expect(since().intrusions).toEqual([])
  })

  test.each(['limited.mp3', 'limited-date.mp3', 'crowded.mp3', 'briefly-away.mp3'])(
    'is asked for again after a short wait: %s',
    async (name) => {
      expect((await extract(merger, `${SITE}/${name}`)).renditions).toHaveLength(1)
    },
  )

  test.each([
    ['limited-long.mp3', 1],
    ['limited-always.mp3', 2],
  ])('is limited by its site: %s', async (name, requests) => {
    const since = watchLog()
    expect(await failureFor(merger, `${SITE}/${name}`)).toBe('site_limit')
    expect(since().requests.filter(({ host }) => host === 'direct.example')).toHaveLength(requests)
  })

  test.each(['direct.example/station', 'direct.example/station.mp3', 'players.example/station'])(
    'is live if a radio station answers: %s',
    async (link) => {
      expect(await failureFor(merger, `https://${link}`)).toBe('live')
    },
  )

  test('is followed to a feed of a subscribe button', async () => {
    expect((await extract(merger, `${SITE}/to-itpc`)).title).toBe('Signed')
  })

  test('is requested once by yt-dlp', async () => {
    const since = watchLog()
    await extract(merger, `${SITE}/once.mp3?again`)
    const ofYtDlp = since().requests.filter(({ host }) => host === 'direct.example')
    expect(ofYtDlp.length).toBeLessThanOrEqual(2)
  })

  test.each([
    ['get', '河流 (live)'],
    ['both', 'Café'],
    ['raw', 'Пример'],
    ['path', 'A song'],
    ['single', 'A song'],
    ['query', 'A song'],
    ['mail', 'Café'],
    ['entity', 'A & B'],
    ['empty', 'empty'],
  ])('has the title that the server names: %s', async (name, title) => {
    expect((await extract(merger, `${SITE}/dl/${name}`)).title).toBe(title)
  })
})
