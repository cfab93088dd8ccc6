import fs from 'node:fs'
import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { holdSource } from '../lib/watching.ts'

const RICH = 'https://www.youtube.com/watch?v=ordinary000'

describeSealed('the picture of a result is a player in any browser', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'plays a file while it is made and saves the same file', async (visitor) => {
    const { link, release } = await holdSource()
    await visitor.submits(link)
    await visitor.press('button', /^Watch /)
    expect((await visitor.plays()).source).toMatch(/^blob:/)
    await visitor.press('link', /^Download 1080p/)
    await visitor.sees(/Making 1080p/)
    await release()
    const saved = await visitor.saves()
    expect(await decodeErrors(saved)).toBe('')
    await visitor.evaluate(() => {
      const media = document.querySelector<HTMLVideoElement>('video:not([inert])')!
      media.currentTime = 20
    })
    await expect.poll(async () => (await visitor.plays()).source).toMatch(/\/api\/download\/file\//)
    expect((await visitor.plays()).at).toBeGreaterThanOrEqual(20)
  })

  inEveryEngine(harness, 'saves a part between two handles', async (visitor) => {
    await visitor.submits(RICH)
    await visitor.press('button', /^Clip/)
    await visitor.drag('slider', /^Start of/, /^End of/, 0.3)
    await visitor.drag('slider', /^End of/, /^Start of/, 0.3)
    await visitor.press('link', /^Download 0:0\d clip/)
    const saved = await visitor.saves()
    const { duration } = await probe(saved, fs.readFileSync(saved))
    expect(duration).toBeGreaterThan(1)
    expect(duration).toBeLessThan(9)
  })
})
