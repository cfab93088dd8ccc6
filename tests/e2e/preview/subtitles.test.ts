import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { filesInZip } from '../../zip.ts'
import { useProduct } from '../lib/harness.ts'
import {
  bestPick,
  choose,
  downloadOf,
  openFormats,
  openPreview,
  ready,
  save,
  submitLink,
} from '../lib/visit.ts'

const FILM = 'https://streams.example/captions/master.m3u8'
const EPISODE = 'https://feeds.example/tags.xml'

/** Turns the first track on and returns its label, its language and its cues. */
const firstTrack = async (preview: Page) => {
  const player = preview.locator('video')
  await player.waitFor({ state: 'attached' })
  await expect
    .poll(() => player.evaluate((media: HTMLVideoElement) => media.textTracks.length))
    .toBeGreaterThan(0)
  return player.evaluate(async (media: HTMLVideoElement) => {
    const [track] = media.textTracks
    const before = track!.mode
    track!.mode = 'showing'
    for (let tries = 0; !track!.cues?.length && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const cues = [...(track!.cues ?? [])].map((cue) => [cue.startTime, (cue as VTTCue).text])
    return { before, label: track!.label, language: track!.language, cues }
  })
}

type Stream = { codec_type: string; codec_name: string; disposition: { default: number }; tags: object }
const subtitleIn = (path: string) => {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path]).toString()
  return (JSON.parse(text) as { streams: Stream[] }).streams.find((one) => one.codec_type === 'subtitle')
}

describeSealed('subtitles in the browser', () => {
  const harness = useProduct()

  test('a video has its own on the player and, chosen, in the file', async () => {
    const page = await harness.open('/')
    await submitLink(page, FILM)
    await openFormats(page)
    await page.getByText('Subtitles', { exact: false }).locator('visible=true').last().click()
    const select = page.getByLabel('Put into the video')
    await select.selectOption({ label: 'English' })
    await page.getByText('Each video is made with them.').waitFor()
    await page.reload()
    await openFormats(page)
    await page.getByText('Subtitles', { exact: false }).locator('visible=true').last().click()
    expect(await select.locator('option:checked').innerText()).toBe('English')
    const preview = await choose(page, /^\d+p MP4/)
    await ready(preview)
    expect(await firstTrack(preview)).toEqual({
      before: 'disabled',
      label: 'English',
      language: 'en',
      cues: [
        [1, 'The first words'],
        [7, 'The second words'],
      ],
    })
    expect(await preview.locator('dl').innerText()).toContain('in the file, off at first')
    const { name, path } = await save(preview)
    expect(name).toMatch(/_sub-en\.mp4$/)
    const found = subtitleIn(path)
    expect(found).toMatchObject({
      codec_name: 'mov_text',
      disposition: { default: 0 },
      tags: { language: 'eng' },
    })
    const words = execFileSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      path,
      '-map',
      '0:s',
      '-f',
      'srt',
      '-',
    ]).toString()
    expect(words).toMatch(/00:00:01,0\d\d --> [^\n]+\nThe first words\n\n2\n00:00:07,0\d\d/)
  })

  test('a file without the subtitles that failed says so', async () => {
    const page = await harness.open('/')
    await submitLink(page, FILM)
    await bestPick(page).waitFor()
    for (const name of [/^More/, /^Subtitles/])
      await page.locator('summary').filter({ hasText: name }).press('Enter')
    await page.getByRole('link', { name: 'German as SRT' }).waitFor()
    harness.expectConsoleError(/status of 403/)
    const zip = await downloadOf(page, () =>
      page.getByRole('button', { name: 'All languages as SRT' }).click(),
    )
    const files = [...filesInZip(fs.readFileSync(await zip.path()))]
    expect(files.map(([name]) => name)).toEqual([expect.stringMatching(/ \(en\)\.srt$/)])
    expect(Buffer.from(files[0]![1]).toString()).toContain('The first words')
    await page.getByText(/^Could not be read: .*German/).waitFor()
    await page.getByRole('combobox', { name: 'Put into the video' }).press('G') // Letters choose an option.
    await page.getByText('Each video is made with them.').waitFor()
    const preview = await choose(page, /^\d+p MP4/)
    await ready(preview)
    expect(await preview.locator('dl').innerText()).toContain('none could be read')
    expect(subtitleIn((await save(preview)).path)).toBeUndefined()
    await preview.getByRole('button', { name: 'Rename' }).click()
    await preview.getByRole('checkbox', { name: /^Short names/ }).check()
    expect(await preview.getByText(/^Saved as/).innerText()).toMatch(/ sub-de\.mp4$/)
  })

  test('an episode shows its transcript while it plays', async () => {
    const preview = await openPreview(harness, EPISODE, /^MP3/)
    const { before, language, cues } = await firstTrack(preview)
    expect([before, language, cues]).toEqual(['disabled', 'en', [[1, 'Hello and welcome']]])
  })
})
