import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import type { Visitor } from '../lib/engines/visitor.ts'
import { flawsOf } from '../lib/geometry.ts'
import { useProduct } from '../lib/harness.ts'
import { holdSource } from '../lib/watching.ts'

const PANEL = 'section:has(#result)'
/** Phones from the smallest, tablets, half windows and whole ones. */
const WIDTHS = [320, 344, 360, 390, 430, 600, 700, 768, 820, 960, 1_024, 1_280, 1_920]
/** Chips, title and status may be of another height there (a phone with text at 200 %). */
const ENLARGED = [320, 390, 768, 1_280]

/** Looks at the panel in each width. Answers its heights. */
async function look(visitor: Visitor, state: string): Promise<number[]> {
  const heights: number[] = []
  const flaws: string[] = []
  for (const width of WIDTHS) {
    await visitor.resize(width, 844)
    heights.push(await visitor.evaluate((panel) => document.querySelector(panel)!.clientHeight, PANEL))
    for (const flaw of await visitor.evaluate(flawsOf, PANEL, false)) flaws.push(`${state} ${width}: ${flaw}`)
  }
  await visitor.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  for (const width of ENLARGED) {
    await visitor.resize(width, 844)
    for (const flaw of await visitor.evaluate(flawsOf, PANEL, true))
      flaws.push(`${state} ${width} at 200 %: ${flaw}`)
  }
  await visitor.evaluate(() => void (document.documentElement.style.fontSize = ''))
  expect(flaws).toEqual([])
  return heights
}

describeSealed('every browser draws what was drawn', () => {
  const harness = useProduct()

  inEveryEngine(harness, 'keeps the panel whole and of one height', async (visitor) => {
    const { link, release } = await holdSource(undefined, 'image')
    await visitor.submits(link)
    await visitor.place('link', /^Download 1080p/)
    const heights = await look(visitor, 'result')
    await visitor.press('link', /^Download 1080p/)
    await visitor.sees(/Making 1080p/)
    await visitor.place('button', /^Watch/)
    expect(await look(visitor, 'making')).toEqual(heights)
    await release()
    await visitor.sees(/Complete, plays everywhere/)
    expect(await look(visitor, 'saved')).toEqual(heights)
  })

  inEveryEngine(harness, 'has its typeface and its ruler', async (visitor) => {
    const faces = () =>
      visitor.evaluate(() =>
        [...document.fonts]
          .filter(({ family }) => /^"?Host Grotesk"?$/.test(family))
          .map(({ status }) => status),
      )
    await expect.poll(faces).toEqual(['loaded'])
    const png = await visitor.screenshot()
    const box = await visitor.evaluate(() => {
      const { x, width, bottom } = document.querySelector('[class*=divider]')!.getBoundingClientRect()
      return { x: Math.round(x), width: Math.round(width), y: Math.round(bottom) - 3 }
    })
    const crop = `crop=${box.width}:1:${box.x}:${box.y}`
    const row = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', '-', '-vf', crop, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
      { input: png },
    )
    const background = row.toSorted((a, b) => a - b)[Math.floor(row.length / 2)]!
    const isTick = (at: number) => row[at]! < background - 8
    const ticks = row.reduce((sum, _, at) => sum + (isTick(at) && !isTick(at - 1) ? 1 : 0), 0)
    expect(ticks).toBeGreaterThan(45)
  })
})
