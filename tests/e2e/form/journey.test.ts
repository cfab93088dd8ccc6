import { expect, test } from 'vitest'
import {
  downloadAddress,
  openFormats,
  openPreview,
  plays,
  ready,
  save,
  screenshot,
  submitLink,
} from '../lib/visit.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import { fileShown } from '../lib/watching.ts'
import { describeSealed } from '../../sealed.ts'

type Journey = {
  name: string
  link: string
  /** Matches the accessible name of the format that the visitor chooses. */
  row: RegExp
  kinds: string[]
  height?: number
  seconds: number
}

const journeys: Journey[] = [
  {
    name: 'a YouTube video in 1080p',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^1080p MP4/,
    kinds: ['video', 'audio'],
    height: 1_080,
    seconds: 12,
  },
  {
    name: 'an HLS stream with separate audio',
    link: 'https://streams.example/hls/master.m3u8',
    row: /^1080p MP4/,
    kinds: ['video', 'audio'],
    height: 1_080,
    seconds: 12,
  },
  {
    name: 'a DASH stream',
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
    name: 'the audio of a YouTube video',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^M4A ?,/,
    kinds: ['audio'],
    seconds: 12,
  },
  {
    name: 'an MP3 converted from a YouTube video',
    link: 'https://www.youtube.com/watch?v=sealedvid00',
    row: /^MP3 192/,
    kinds: ['audio'],
    seconds: 12,
  },
  {
    name: "a podcast feed's newest episode",
    link: 'https://podcast.example/feed.xml',
    row: /^MP3 ?,/,
    kinds: ['audio'],
    seconds: 12,
  },
]

describeSealed('a pasted link becomes a file that plays and is saved', () => {
  const harness = useProduct()

  test('lists size and resolution and suggests a format', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://www.youtube.com/watch?v=sealedvid00')
    const rows = await openFormats(page)
    expect(
      rows.some((row) => /^1080p MP4, ?(about |≈)?\d+(\.\d)? MB/.test(row)),
      rows.join('\n'),
    ).toBe(true)
    expect(rows.filter((row) => row.includes('suggested'))).toHaveLength(1)
    await screenshot(page, 'result')
  })

  for (const journey of journeys)
    test(`${journey.name} plays and is saved complete`, async () => {
      const preview = await openPreview(harness, journey.link, journey.row)
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
      expect(await decodeErrors(saved.path)).toBe('')
      const served = await fetch(await downloadAddress(preview))
      expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), saved.bytes)).toBe(0)
      await screenshot(preview, `ready-${journey.name.replaceAll(/\W+/g, '-').toLowerCase()}`)
    })

  test('plays the file once it is ready', async () => {
    const preview = await openPreview(harness, 'https://streams.example/plain/index.m3u8', /MP4/)
    await ready(preview)
    await plays(preview)
    await fileShown(preview)
    expect(await preview.getByText('cannot play').count()).toBe(0)
  })

  test('the progress of a merge is visible and never decreases', async () => {
    const preview = await openPreview(harness, 'https://www.youtube.com/watch?v=slowvideo00', /^1080p MP4/)
    await preview.getByRole('progressbar').waitFor()
    await preview.waitForTimeout(3_000)
    await screenshot(preview, 'processing')
    expect(await preview.title()).toMatch(/^Processing \|/)
    const seen = await ready(preview)
    expect(new Set(seen).size, seen.join(' ')).toBeGreaterThan(3)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(await preview.title()).toMatch(/^Preview \|/)
  })
})
