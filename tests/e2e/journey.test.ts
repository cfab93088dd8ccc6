import { expect, test } from 'vitest'
import { choose, downloadAddress, formats, paste, plays, ready, save, shoot } from './visit.ts'
import { complaints, probe } from './file-proof.ts'
import { setStage } from './stage.ts'
import { describeSealed } from '../sealed.ts'

type Journey = {
  name: string
  link: string
  /** The row that is chosen. */
  row: RegExp
  kinds: string[]
  height?: number
  seconds: number
}

const journeys: Journey[] = [
  {
    name: 'YouTube in 1080p',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^1080p MP4/,
    kinds: ['video', 'audio'],
    height: 1_080,
    seconds: 12,
  },
  {
    name: 'HLS with a separate sound',
    link: 'https://streams.example/hls/master.m3u8',
    row: /^1080p MP4/,
    kinds: ['video', 'audio'],
    height: 1_080,
    seconds: 12,
  },
  {
    name: 'DASH',
    link: 'https://streams.example/dash/manifest.mpd',
    row: /^1080p MP4/,
    kinds: ['video', 'audio'],
    height: 1_080,
    seconds: 12,
  },
  {
    name: 'a direct MP4',
    link: 'https://cdn.example/combined-720.mp4',
    row: /MP4/,
    kinds: ['video', 'audio'],
    height: 720,
    seconds: 12,
  },
  {
    name: 'the sound of a YouTube video',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^Original M4A/,
    kinds: ['audio'],
    seconds: 12,
  },
  {
    name: 'an MP3 made of it',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^192 MP3/,
    kinds: ['audio'],
    seconds: 12,
  },
  {
    name: "a podcast feed's newest episode",
    link: 'https://podcast.example/feed.xml',
    row: /^Original MP3/,
    kinds: ['audio'],
    seconds: 12,
  },
]

describeSealed('from a pasted link to a saved file', () => {
  const stage = setStage()

  test('a YouTube link shows its formats with size and resolution', async () => {
    const page = await stage.open()
    await paste(page, 'https://www.youtube.com/watch?v=sealedvid00')
    const rows = await formats(page)
    expect(
      rows.some((row) => /^1080p MP4, (about )?\d+(\.\d)? MB/.test(row)),
      rows.join('\n'),
    ).toBe(true)
    expect(rows.filter((row) => row.includes('suggested'))).toHaveLength(1)
    await shoot(page, 'result')
  })

  for (const journey of journeys)
    test(`${journey.name} plays in the preview and is saved whole`, async () => {
      const page = await stage.open()
      await paste(page, journey.link)
      await formats(page)
      const preview = await choose(page, journey.row)
      await ready(preview)
      const { duration } = await plays(preview)
      expect(Math.abs(duration - journey.seconds)).toBeLessThan(0.5)
      const saved = await save(preview)
      const facts = await probe(saved.path, saved.bytes)
      expect(facts.kinds).toEqual(journey.kinds)
      expect(facts.height).toBe(journey.height)
      expect(Math.abs(facts.duration - journey.seconds)).toBeLessThan(0.5)
      if (saved.name.endsWith('.mp4')) {
        expect(facts.boxes.indexOf('moov')).toBeLessThan(facts.boxes.indexOf('mdat'))
        expect(facts.boxes).not.toContain('moof')
      }
      expect(await complaints(saved.path)).toBe('')
      const served = await fetch(await downloadAddress(preview))
      expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), saved.bytes)).toBe(0)
      await shoot(preview, `ready-${journey.name.replaceAll(/\W+/g, '-').toLowerCase()}`)
    })

  test('a playlist plays at once, while its file is being made', async () => {
    const page = await stage.open()
    await paste(page, 'https://streams.example/plain/index.m3u8')
    await formats(page)
    const preview = await choose(page, /MP4/)
    expect((await plays(preview)).width).toBe(1_280)
    await ready(preview)
    expect((await save(preview)).name).toMatch(/\.mp4$/)
  })

  test('a playlist with its sound beside it plays at once, and is heard', async () => {
    const page = await stage.open()
    await paste(page, 'https://streams.example/hls/master.m3u8')
    await formats(page)
    const preview = await choose(page, /^1080p MP4/)
    await plays(preview)
    const heard = await preview
      .locator('video')
      .evaluate(
        (video) => (video as unknown as { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
      )
    expect(heard).toBeGreaterThan(0)
    await ready(preview)
    // Who is watching is not interrupted when the file is there.
    expect(await preview.locator('video').getAttribute('src')).toMatch(/^blob:/)
    expect((await save(preview)).name).toMatch(/\.mp4$/)
    // The playlist breaks: the file takes its place.
    await preview.locator('video').dispatchEvent('error')
    await preview.locator('video[src^="/api/download/file/"]').waitFor()
    await plays(preview)
  })

  test('a made file that is played stays the one that plays', async () => {
    const page = await stage.open()
    await paste(page, 'https://streams.example/plain/index.m3u8')
    await formats(page)
    const preview = await choose(page, /MP4/)
    await ready(preview)
    await plays(preview)
    expect(await preview.locator('video').getAttribute('src')).toMatch(/^\/api\/download\/file\//)
  })

  test('progress is shown while a file is made, and never runs backwards', async () => {
    const page = await stage.open()
    await paste(page, 'https://www.youtube.com/watch?v=slowvideo00')
    await formats(page)
    const preview = await choose(page, /^1080p MP4/)
    await preview.getByRole('progressbar').waitFor()
    await preview.waitForTimeout(3_000)
    await shoot(preview, 'processing')
    expect(await preview.title()).toMatch(/^Processing \|/)
    const seen = await ready(preview)
    expect(new Set(seen).size, seen.join(' ')).toBeGreaterThan(3)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await preview.title()).toMatch(/^Preview \|/)
  })
})
