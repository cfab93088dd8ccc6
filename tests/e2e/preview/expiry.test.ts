import { expect, test } from 'vitest'
import { downloadAddress, openPreview, plays, ready, save, screenshot } from '../lib/visit.ts'
import { decodeErrors } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

/**
 * The retention time of a file in this test. Within this time even a slow machine can make and play the file.
 */
const RETENTION_SECONDS = 15

describeSealed('an expired file can be made again', () => {
  const harness = useProduct({ vars: { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS) } })

  test('the preview of an expired file says that the file has expired, and its button makes the file again', async () => {
    harness.expectConsoleError(/status of (404|410)/)
    const preview = await openPreview(harness, 'https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/)
    await ready(preview)
    const address = await downloadAddress(preview)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    await preview.getByText('File Expired').waitFor({ timeout: (RETENTION_SECONDS + 10) * 1_000 })
    const gone = await fetch(address)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'file_gone' })
    await preview
      .getByText(/This file has expired/)
      .first()
      .waitFor()
    await screenshot(preview, 'expired')
    await preview.getByRole('button', { name: 'Make it again' }).click()
    await ready(preview)
    const saved = await save(preview)
    expect(await decodeErrors(saved.path)).toBe('')
    // The browser still has cached bytes of the expired file. The player must not mix them with bytes of the
    // new file.
    await plays(preview)
  })
})
