import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { watchLog } from '../../internet/log.ts'
import { useProduct } from '../lib/harness.ts'
import { bestPick, openFormats, openPreview, ready, save, savedInPlace, submitLink } from '../lib/visit.ts'

const run = promisify(execFile)

type Found = {
  streams: {
    codec_type: string
    codec_name: string
    height?: number
    disposition: { attached_pic: number }
  }[]
  format: { tags?: Record<string, string> }
  chapters: { tags: { title: string } }[]
}

async function facts(file: string) {
  const shown = '-v error -show_streams -show_format -show_chapters -of json'.split(' ')
  const found = JSON.parse((await run('ffprobe', [...shown, file])).stdout) as Found
  // MP4 stores the chapters as a track of data.
  const tracks = found.streams.filter(({ codec_type }) => codec_type !== 'data')
  const media = tracks.filter(({ disposition }) => !disposition.attached_pic)
  return {
    codecs: media.map((one) => one.codec_name),
    height: media.find((one) => one.height)?.height,
    hasCover: media.length < tracks.length,
    tags: Object.fromEntries(
      Object.entries(found.format.tags ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    chapters: found.chapters.map(({ tags }) => tags.title),
  }
}

describeSealed('the suggestion on lists of every kind', () => {
  const harness = useProduct()

  async function suggestion(link: string): Promise<{ page: Page; says: string; rows: string[] }> {
    const page = await harness.open()
    await submitLink(page, link)
    await bestPick(page).waitFor()
    const says = (await bestPick(page).innerText()).replaceAll(/\s+/g, ' ')
    return { page, says, rows: await openFormats(page) }
  }
  const saved = async (page: Page) => facts((await savedInPlace(page, () => bestPick(page).click())).path)

  test('of a video with 25 streams is its 1080p, with chapters', async () => {
    const { page, says } = await suggestion('https://www.youtube.com/watch?v=ordinary000')
    expect(says).toMatch(/^Download 1080p MP4/)
    expect(await page.locator('details ul').count()).toBeLessThanOrEqual(12)
    expect(await saved(page)).toMatchObject({
      codecs: ['h264', 'aac'],
      height: 1_080,
      chapters: ['Intro', 'Middle', 'End'],
      tags: { title: 'A made-up YouTube video' },
    })
  })

  test('of a song site is its best M4A, with tags and cover', async () => {
    const { page, says } = await suggestion('https://soundcloud.com/maker/tone')
    expect(says).toMatch(/^Download M4A/)
    expect(await saved(page)).toMatchObject({
      codecs: ['aac'],
      hasCover: true,
      tags: { title: 'Tone', artist: 'Maker', date: '2026-01-02' },
    })
  })

  test('of a broadcaster has its default sound', async () => {
    const since = watchLog()
    const { page, says, rows } = await suggestion('https://broadcaster.example/film/master.m3u8')
    expect(says).toMatch(/^Download 1080p MP4/)
    expect(rows.join('\n')).toMatch(/original sound: English/)
    expect(rows.join('\n')).toMatch(/audio description: German/)
    expect(await saved(page)).toMatchObject({ codecs: ['h264', 'aac'], height: 1_080 })
    // The merger looks at the first segment of each sound.
    const voices = since().requests.flatMap(({ url }) => /\/sound\/[1-9]\.ts\?(\w+)/.exec(url)?.[1] ?? [])
    expect(new Set(voices)).toEqual(new Set(['Deutsch']))
  })

  test('of an album is its MP3, and the FLAC is there', async () => {
    const { page, says, rows } = await suggestion('https://maker.bandcamp.com/track/tone')
    expect(says).toMatch(/^Download MP3/)
    expect(rows.join('\n')).toMatch(/FLAC.*lossless/)
    expect(await saved(page)).toMatchObject({ codecs: ['mp3'] })
  })

  test('of an album converts with the tags of the track', async () => {
    const preview = await openPreview(harness, 'https://maker.bandcamp.com/track/tone', /^MP3 192/)
    await ready(preview)
    expect(await facts((await save(preview)).path)).toMatchObject({
      codecs: ['mp3'],
      hasCover: true,
      tags: { title: 'Tone', artist: 'Maker', album: 'Tones', album_artist: 'Makers', track: '3' },
    })
  })

  test('of a film in wide format is called 1080p', async () => {
    const { page, says } = await suggestion('https://cdn.example/scope.mp4')
    expect(says).toMatch(/^Download 1080p MP4/)
    expect(await saved(page)).toMatchObject({ codecs: ['h264', 'aac'], height: 820 })
  })
})
