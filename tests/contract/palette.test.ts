import { expect, test } from 'vitest'
import { contrast, palette, paletteCss, type Scheme } from '#contract/palette.ts'
import { green } from '../web/brands.ts'

/** Returns pseudo-random colours from Park and Miller's generator. Every run gets the same colours. */
function colours(count: number): string[] {
  let seed = 20_261_120
  return Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 0x7fffffff
    return `#${(seed % 0x1000000).toString(16).padStart(6, '0')}`
  })
}

const texts = ['text', 'text-2', 'muted', 'ink'] as const
const papers = ['bg', 'surface', 'tint'] as const

function worst(scheme: Scheme): number {
  const onPaper = texts.flatMap((text) => papers.map((paper) => contrast(scheme[text], scheme[paper])))
  const onFill = (['fill', 'fill-hover'] as const).map((fill) => contrast(scheme['on-fill'], scheme[fill]))
  return Math.min(...onPaper, ...onFill, contrast(scheme['on-accent'], scheme.accent))
}

test('every text colour has enough contrast in both themes of 2,000 random brands', () => {
  const all = colours(2_000).map((primary, index, list) => {
    const next = (step: number) => list[(index + step) % list.length]!
    const { light, dark } = palette({
      primary,
      secondary: next(1),
      accent: next(2),
      background: next(3),
      surface: next(4),
      text: { primary: next(5), secondary: next(6), muted: next(7) },
    })
    return Math.min(worst(light), worst(dark))
  })
  expect(Math.min(...all)).toBeGreaterThanOrEqual(4.5)
})

test('if a colour of a brand already has enough contrast, the palette does not change the colour', () => {
  const { light } = palette(green.branding.colors)
  expect(light).toMatchObject({
    bg: '#f4f5ef',
    surface: '#ffffff',
    text: '#111f19',
    fill: '#0b6b4d',
    'on-fill': '#ffffff',
  })
})

test('a brand with a yellow primary colour gets black text on its buttons', () => {
  expect(palette({ ...green.branding.colors, primary: '#f6c013' }).light['on-fill']).toBe('#000000')
})

test('the CSS of a brand without dark mode contains no dark colours', () => {
  expect(paletteCss(green.branding.colors, false)).not.toMatch(/dark/)
  expect(paletteCss(green.branding.colors, true)).toMatch(/color-scheme:light dark/)
})
