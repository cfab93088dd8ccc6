import { expect, test } from 'vitest'
import { useProduct } from './lib/harness.ts'
import { decodeErrors, probe } from './lib/inspect-file.ts'
import { openPreview, plays, ready, save } from './lib/visit.ts'
import { describeSealed } from '../sealed.ts'
import { describeFullStack } from '../stack.ts'

describeSealed('the pinned packages work with the pinned yt-dlp', () => {
  describeFullStack('items that need these packages can be saved', () => {
    const harness = useProduct()

    test.each([
      ['a YouTube video that needs the challenge solver', 'https://www.youtube.com/watch?v=solvedvid00'],
      ['a Vimeo video that needs the handshake of a browser', 'https://player.vimeo.com/video/200000002'],
    ])('%s plays in the preview and is saved as a complete file', async (_, link) => {
      const preview = await openPreview(harness, link, /^1080p MP4/)
      await ready(preview)
      expect(Math.abs((await plays(preview)).duration - 12)).toBeLessThan(0.5)
      const saved = await save(preview)
      expect(await probe(saved.path, saved.bytes)).toMatchObject({
        kinds: ['video', 'audio'],
        height: 1_080,
      })
      expect(await decodeErrors(saved.path)).toBe('')
    })
  })
})
