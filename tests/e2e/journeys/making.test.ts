import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'
import { holdSource } from '../lib/watching.ts'

describeSealed('a file that is made outlives its page in any browser', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'finds the task again after a reload and after Back', async (visitor) => {
    const { link, release } = await holdSource()
    await visitor.submits(link)
    await visitor.press('link', /^Download 1080p/)
    await visitor.sees(/Making 1080p/)
    await visitor.reload()
    await visitor.sees(/Making 1080p/)
    await visitor.go(`${harness.address}/help-center`)
    await visitor.back()
    await visitor.sees(/Making 1080p/)
    await release()
    expect(await visitor.saves()).toMatch(/\.mp4$/)
  })
})
