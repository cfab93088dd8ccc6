import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { reasonOf } from '../../../web/download/failure-text.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { downloadOf, openPreview, ready, save, submitLink, waitForAlert } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('faulty sources lead to a whole file or a message', () => {
  const harness = useProduct()
  test('fails a download that the source cuts', async () => {
    harness.expectConsoleError(/./)
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/cut/e2e/combined-720.mp4',
      /^MP4|^\d+p MP4/,
    )
    const link = preview.getByRole('link', { name: /^Download/ })
    const download = await downloadOf(preview, () => link.click())
    expect(await download.failure()).not.toBeNull()
  })

  test('fails a merge whose source cuts every connection', async () => {
    harness.expectConsoleError(/./)
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/cut/e2e/moov-at-end.mp4',
      /^MP3 128/,
    )
    const reason = reasonOf(failures.source_failed.text)
    // The merge has three attempts. In each attempt the merger repeats its requests to the source up to the
    // limits of retry-policy.ts. The three attempts together take up to 100 seconds.
    await expect(ready(preview, 100)).rejects.toThrow(reason)
    expect(await waitForAlert(preview)).toBe(reason)
  })

  test('completes although the source drops connections', async () => {
    const preview = await openPreview(
      harness,
      'https://cdn.example/faulty/drop/e2e/moov-at-end.mp4',
      /^MP3 128/,
    )
    await ready(preview)
    const { path, bytes } = await save(preview)
    const { kinds, duration } = await probe(path, bytes)
    expect(kinds).toEqual(['audio'])
    expect(duration).toBeCloseTo(12, 0)
    expect(await decodeErrors(path)).toBe('')
  })

  test('fails the extraction of an HTML page', async () => {
    harness.expectConsoleError(/./)
    const page = await harness.open()
    await submitLink(page, 'https://cdn.example/faulty/html/e2e/combined-720.mp4')
    expect(await waitForAlert(page)).toContain(failures.unsupported.text)
  })
})
