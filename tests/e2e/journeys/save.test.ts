import fs from 'node:fs'
import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'

const PAIR = 'https://www.youtube.com/watch?v=sealedvid00'

describeSealed('a visitor with any browser saves files', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'saves a merged video', async (visitor) => {
    await visitor.submits(PAIR)
    await visitor.press('link', /^Download 1080p/)
    const saved = await visitor.saves()
    expect(saved).toMatch(/1080p.*\.mp4$/)
    expect(await decodeErrors(saved)).toBe('')
    await visitor.sees(/Complete, plays everywhere/)
  })

  inEveryEngine(harness, 'saves a stream with separate sound', async (visitor) => {
    await visitor.submits('https://streams.example/hls/master.m3u8')
    await visitor.press('link', /^Download 1080p/)
    const saved = await visitor.saves()
    expect((await probe(saved, fs.readFileSync(saved))).kinds).toEqual(['video', 'audio'])
  })

  inEveryEngine(harness, 'saves subtitles', async (visitor) => {
    await visitor.submits('https://streams.example/captions/master.m3u8')
    await visitor.press('button', /^\d+ subtitles?$/)
    await visitor.press('link', /SRT$/)
    const saved = await visitor.saves()
    expect(fs.readFileSync(saved, 'utf8')).toMatch(/^1\r?\n00:00/)
  })

  inEveryEngine(harness, 'saves all of a post', async (visitor) => {
    await visitor.submits('https://x.com/maker/status/1009')
    await visitor.press('button', /^Save all 2/)
    expect(await visitor.saves()).toMatch(/\.zip$/)
  })

  inEveryEngine(harness, 'needs the keyboard alone', async (visitor) => {
    const focused = () => visitor.evaluate(() => document.activeElement?.textContent.trim() ?? '')
    await visitor.hydrates()
    await visitor.key('Tab')
    expect(await focused()).toBe('Skip to content')
    await visitor.type(`/${PAIR}`)
    await visitor.key('Enter')
    await expect.poll(focused).toMatch(/^Download 1080p/)
    await visitor.key('Enter')
    await visitor.sees(/Complete, plays everywhere/)
    expect(await visitor.saves()).toMatch(/\.mp4$/)
    await expect.poll(focused).toMatch(/^Watch/)
  })
})
