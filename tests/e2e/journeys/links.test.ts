import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'

const LINKS =
  'https://www.youtube.com/watch?v=ordinary000 https://youtu.be/ordinary000 https://vimeo.com/76979871'

describeSealed('a visitor with any browser saves several links', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'saves each of two links', async (visitor) => {
    await visitor.submits(LINKS)
    await visitor.sees(/1 link was there already/)
    await visitor.press('button', /^Save all 2/)
    const first = await visitor.saves()
    expect(first).toMatch(/YouTube.*\.mp4$/i)
    await visitor.sees(/Saved 2 files/)
    await visitor.reload()
    await visitor.sees(/Your links/)
    await visitor.sees(/Saved[\s\S]*Saved/)
  })
})
