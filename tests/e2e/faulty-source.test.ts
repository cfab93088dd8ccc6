import { expect, test } from 'vitest'
import { useProduct } from './lib/harness.ts'
import { message, openPreview, paste, ready, save } from './lib/visit.ts'
import { describeSealed } from '../sealed.ts'

describeSealed('downloads from faulty sources', () => {
  const harness = useProduct()
  test('the browser reports a failed download if the source closes the connection early', async () => {
    harness.expectConsoleError(/./)
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/cut/e2e/combined-720.mp4',
      /^MP4|^\d+p MP4/,
    )
    const started = preview.waitForEvent('download')
    await preview.getByRole('link', { name: /^Download/ }).click()
    const download = await started
    expect(await download.failure()).not.toBeNull()
  })

  test('the preview shows an error if the source of a merge closes the connection early', async () => {
    harness.expectConsoleError(/./)
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/cut/e2e/moov-at-end.mp4',
      /^128 MP3/,
    )
    // The server makes three attempts, and each attempt has its own timeouts.
    await expect(ready(preview, 100)).rejects.toThrow(/source|try again/i)
    expect(await message(preview)).toMatch(/try again|choose/i)
  })

  test('a merge produces the complete file although its source drops every connection half way', async () => {
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/drop/e2e/moov-at-end.mp4',
      /^128 MP3/,
    )
    await ready(preview)
    expect((await save(preview)).bytes.length).toBeGreaterThan(150_000)
  })

  test('a source that sends an HTML page instead of media is refused with a message', async () => {
    harness.expectConsoleError(/./)
    const page = await harness.open()
    await paste(page, 'https://cdn.example/faulty/html/e2e/combined-720.mp4')
    expect(await message(page)).toMatch(/no video or audio|don’t support/)
  })
})
