import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors } from '../lib/inspect-file.ts'

describeSealed('a visitor without JavaScript', () => {
  const harness = useProduct()

  inEveryEngine(
    harness,
    'saves a merged video',
    async (visitor) => {
      await visitor.submits('https://www.youtube.com/watch?v=sealedvid00')
      await visitor.press('link', /^Download 1080p/)
      await visitor.sees(/Your file is ready/)
      await visitor.press('link', /^Download/)
      const saved = await visitor.saves()
      expect(saved).toMatch(/\.mp4$/)
      expect(await decodeErrors(saved)).toBe('')
    },
    { hasScripts: false },
  )
})
