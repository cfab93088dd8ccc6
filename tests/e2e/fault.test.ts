import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { choose, formats, message, paste, ready, save } from './visit.ts'
import { describeSealed } from '../sealed.ts'

describeSealed('when a source misbehaves', () => {
  const stage = setStage()
  const open = async (link: string, row: RegExp) => {
    const page = await stage.open()
    await paste(page, link)
    await formats(page)
    return choose(page, row)
  }

  test('a download of a source that breaks off is never taken for whole', async () => {
    stage.expectNoise(/./)
    const preview = await open('https://cdn.example/faulty/cut/e2e/combined-720.mp4', /^MP4|^\d+p MP4/)
    const started = preview.waitForEvent('download')
    await preview.getByRole('link', { name: /^Download/ }).click()
    const download = await started
    expect(await download.failure()).not.toBeNull()
  })

  test('a file whose source breaks off is not made, and the page says so', async () => {
    stage.expectNoise(/./)
    const preview = await open('https://cdn.example/faulty/cut/e2e/moov-at-end.mp4', /^128 MP3/)
    // Three attempts, each with its patience.
    await expect(ready(preview, 100)).rejects.toThrow(/source|try again/i)
    expect(await message(preview)).toMatch(/try again|choose/i)
  })

  test('a source that drops every connection still makes a whole file', async () => {
    const preview = await open('https://cdn.example/faulty/drop/e2e/moov-at-end.mp4', /^128 MP3/)
    await ready(preview)
    expect((await save(preview)).bytes.length).toBeGreaterThan(150_000)
  })

  test('a page in the place of media is not saved as a video', async () => {
    stage.expectNoise(/./)
    const page = await stage.open()
    await paste(page, 'https://cdn.example/faulty/html/e2e/combined-720.mp4')
    expect(await message(page)).toMatch(/no video or audio|don’t support/)
  })
})
