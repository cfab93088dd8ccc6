import { expect, test } from 'vitest'
import { choose, downloadAddress, formats, paste, plays, ready, save, shoot } from './visit.ts'
import { complaints } from './file-proof.ts'
import { setStage } from './stage.ts'
import { describeSealed } from '../sealed.ts'

/** Long enough to make and play the file on a slow machine. */
const SECONDS = 15

describeSealed('when the time of a file is over', () => {
  const stage = setStage({ FILE_RETENTION_SECONDS: String(SECONDS) })

  test('the file is gone, the page says so, and makes it again', async () => {
    stage.expectNoise(/status of (404|410)/)
    const page = await stage.open()
    await paste(page, 'https://www.youtube.com/watch?v=sealedvid00')
    await formats(page)
    const preview = await choose(page, /^1080p MP4/)
    await ready(preview)
    const address = await downloadAddress(preview)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    await preview.getByText('File Expired').waitFor({ timeout: (SECONDS + 10) * 1_000 })
    const gone = await fetch(address)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'file_gone' })
    await preview
      .getByText(/This file has expired/)
      .first()
      .waitFor()
    await shoot(preview, 'expired')
    await preview
      .getByRole('button', { name: /again/i })
      .or(preview.getByRole('link', { name: /again/i }))
      .first()
      .click()
    await ready(preview)
    const saved = await save(preview)
    expect(await complaints(saved.path)).toBe('')
    // The browser still remembers bytes of the file that is gone; the new one must not be mixed with them.
    await plays(preview)
  })
})
