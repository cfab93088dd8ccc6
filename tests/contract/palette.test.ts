import { expect, test } from 'vitest'
import { contrast, markColors, palette, paletteCss, textOn, type Scheme } from '#contract/palette.ts'
import { neutralBrand } from '#contract/brand.ts'
import { green } from '../web/brands.ts'

/** Returns pseudo-random colours from Park and Miller's generator. Every run gets the same colours. */
function colours(count: number): string[] {
  let seed = 20_261_120
  return Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 0x7fffffff
    return `#${(seed % 0x1000000).toString(16).padStart(6, '0')}`
  })
}

const texts = ['text', 'text-2', 'muted', 'ink', 'second'] as const
const papers = ['bg', 'surface', 'tint'] as const

function worst(scheme: Scheme): number {
  const onPaper = texts.flatMap((text) => papers.map((paper) => contrast(scheme[text], scheme[paper])))
  const onFill = (['fill', 'fill-hover'] as const).map((fill) => contrast(scheme['on-fill'], scheme[fill]))
  return Math.min(...onPaper, ...onFill, contrast(scheme['on-accent'], scheme.accent))
}

test('keeps 4.5:1 in 2,000 random brands', () => {
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

test('leaves a colour of enough contrast', () => {
  const { light } = palette(green.branding.colors)
  expect(light).toMatchObject({
    bg: '#f4f5ef',
    surface: '#ffffff',
    text: '#111f19',
    fill: '#0b6b4d',
    'on-fill': '#ffffff',
  })
})

test('writes black on yellow buttons', () => {
  expect(palette({ ...green.branding.colors, primary: '#f6c013' }).light['on-fill']).toBe('#000000')
})

test('has no dark colours without dark mode', () => {
  expect(paletteCss(green.branding.colors, false)).not.toMatch(/dark/)
  expect(paletteCss(green.branding.colors, true)).toMatch(/color-scheme:light dark/)
})

const neutral = neutralBrand.branding.colors
/** A brand with a yellow primary colour and a dark background. */
const yellow = {
  ...neutral,
  primary: '#FFD400',
  accent: '#00E5FF',
  background: '#202020',
  surface: '#101010',
  text: { primary: '#eeeeee', secondary: '#dddddd', muted: '#cccccc' },
}

test('has both themes only with dark mode', () => {
  expect(paletteCss(neutral, true)).toBe(
    ':root{color-scheme:light dark;--bg:light-dark(#f4f5ef,#08120d);--surface:light-dark(#ffffff,#0f1d17);' +
      '--tint:light-dark(#dae6dd,#0b1d16);--text:light-dark(#111f19,#e9f3ee);' +
      '--text-2:light-dark(#3d4d45,#bcc7c2);--muted:light-dark(#5a6861,#9ba8a2);' +
      '--fill:light-dark(#0b6b4d,#247a5b);--fill-hover:light-dark(#095c42,#1f694e);--on-fill:#ffffff;' +
      '--ink:light-dark(#05684a,#80d2af);--second:light-dark(#1d4f8c,#92c1fe);--accent:#f2542d;--on-accent:#000000}' +
      ':root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}',
  )
  expect(paletteCss(neutral, false)).toBe(
    ':root{color-scheme:light;--bg:#f4f5ef;--surface:#ffffff;--tint:#dae6dd;--text:#111f19;--text-2:#3d4d45;' +
      '--muted:#5a6861;--fill:#0b6b4d;--fill-hover:#095c42;--on-fill:#ffffff;--ink:#05684a;' +
      '--second:#1d4f8c;--accent:#f2542d;--on-accent:#000000}',
  )
})

test('turns light text dark in the light theme', () => {
  expect(palette(yellow)).toEqual({
    light: {
      bg: '#d1d1d1',
      surface: '#d1d1d1',
      tint: '#d6d1ba',
      text: '#575757',
      'text-2': '#555555',
      muted: '#575757',
      fill: '#ffd400',
      'fill-hover': '#ffda24',
      'on-fill': '#000000',
      ink: '#69560a',
      second: '#1d4f8c',
      accent: '#00e5ff',
      'on-accent': '#000000',
    },
    dark: {
      bg: '#120f07',
      surface: '#1d190e',
      tint: '#2a230a',
      text: '#f3f0e7',
      'text-2': '#c7c4b9',
      muted: '#a8a598',
      fill: '#eec723',
      'fill-hover': '#f0cf42',
      'on-fill': '#000000',
      ink: '#f6d660',
      second: '#92c1fe',
      accent: '#00e5ff',
      'on-accent': '#000000',
    },
  })
})

test('prefers white where it is readable', () => {
  expect(textOn('#0b6b4d')).toBe('#ffffff')
  expect(textOn('#777777')).toBe('#000000')
})

test.each([
  ['#ff0000', '#e50603', '#fb8272'],
  ['#101010', '#101010', '#ababab'],
  ['#fffc00', '#817f0f', '#fffc00'],
])('turns the icon colour %s into %s and %s', (colour, light, dark) => {
  expect(markColors(colour)).toEqual({ light, dark })
})
