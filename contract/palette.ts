import type { Brand } from './brand.ts'

// OKLCH by Björn Ottosson (2020), contrast by WCAG 2.2. Written as #rrggbb, so browsers need no relative
// colours in CSS.

type Rgb = readonly [number, number, number]
type Lch = readonly [l: number, c: number, h: number]
type BrandColors = Brand['branding']['colors']

const READABLE = 4.5
/**
 * The minimum contrast of a computed colour. It is slightly above `READABLE`, because rounding to #rrggbb can
 * reduce the contrast.
 */
const AIM = READABLE + 0.02

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)
const inRange = (v: number) => Math.min(1, Math.max(0, v))

function linearOf(hex: string): Rgb {
  const at = (start: number) => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

function lchOf(hex: string): Lch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, bb), Math.atan2(bb, a)]
}

function linearOfLch([L, c, h]: Lch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isInGamut = (rgb: Rgb) => rgb.every((v) => v > -0.0005 && v < 1.0005)

function hexOf([l, c, h]: Lch): string {
  let rgb = linearOfLch([l, c, h])
  for (let step = 1; step <= 24 && !isInGamut(rgb); step++) rgb = linearOfLch([l, c * (1 - step / 24), h])
  const part = (v: number) =>
    Math.round(toGamma(inRange(v)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(part).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

export const textOn = (fill: string): string => (contrast('#ffffff', fill) >= AIM ? '#ffffff' : '#000000')

function readableOn(colour: Lch, papers: readonly string[]): string {
  const [start, c, h] = colour
  const reads = (hex: string) => papers.every((one) => contrast(hex, one) >= AIM)
  const darker = papers.every((one) => contrast('#000000', one) >= AIM)
  for (let step = 0; step <= 50; step++) {
    const l = darker ? start * (1 - step / 50) : start + (1 - start) * (step / 50)
    const hex = hexOf([l, c, h])
    if (reads(hex)) return hex
  }
  return darker ? '#000000' : '#ffffff'
}

function mix(first: string, second: string, share: number): string {
  const at = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  const part = (start: number) =>
    Math.round(at(first, start) * share + at(second, start) * (1 - share))
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

export type Scheme = {
  bg: string
  surface: string
  tint: string
  text: string
  'text-2': string
  muted: string
  fill: string
  'fill-hover': string
  'on-fill': string
  ink: string
  second: string
  accent: string
  'on-accent': string
}

function scheme(
  bg: string,
  surface: string,
  fill: string,
  texts: readonly [Lch, Lch, Lch],
  ink: Lch,
  second: Lch,
  accent: string,
): Scheme {
  const tint = mix(fill, bg, 0.11)
  const papers = [bg, surface, tint]
  const onFill = textOn(fill)
  return {
    bg,
    surface,
    tint,
    text: readableOn(texts[0], papers),
    'text-2': readableOn(texts[1], papers),
    muted: readableOn(texts[2], papers),
    fill,
    'fill-hover': mix(fill, onFill === '#ffffff' ? '#000000' : '#ffffff', 0.86),
    'on-fill': onFill,
    ink: readableOn(ink, papers),
    second: readableOn(second, papers),
    accent,
    'on-accent': textOn(accent),
  }
}

/** The lightness is raised to at least 0.86, so that text and tinted areas on the background are readable. */
function lightBackground(hex: string): string {
  const [l, c, h] = lchOf(hex)
  return hexOf([Math.max(l, 0.86), c, h])
}

/** Light enough for the dark scheme, and less colourful there. */
function onDark(hex: string): Lch {
  const [l, c, h] = lchOf(hex)
  return [Math.max(l, 0.8), Math.min(c, 0.14), h]
}

export function palette(colors: BrandColors): { light: Scheme; dark: Scheme } {
  const [l, c, h] = lchOf(colors.primary)
  const bg = lightBackground(colors.background)
  const surface = lightBackground(colors.surface)
  const light = scheme(
    bg,
    surface,
    colors.primary.toLowerCase(),
    [lchOf(colors.text.primary), lchOf(colors.text.secondary), lchOf(colors.text.muted)],
    [Math.min(l, 0.46), c, h],
    lchOf(colors.secondary),
    colors.accent.toLowerCase(),
  )
  const dark = scheme(
    hexOf([0.17, Math.min(c, 0.018), h]),
    hexOf([0.215, Math.min(c, 0.022), h]),
    hexOf([Math.min(0.84, Math.max(0.52, l)), c, h]),
    [
      [0.955, Math.min(c, 0.012), h],
      [0.82, Math.min(c, 0.015), h],
      [0.72, Math.min(c, 0.018), h],
    ],
    onDark(colors.primary),
    onDark(colors.secondary),
    colors.accent.toLowerCase(),
  )
  return { light, dark }
}

/** Where a visitor has chosen one (web/document/theme.js). */
const CHOSEN_THEMES = ['light', 'dark'].map((one) => `:root[data-theme=${one}]{color-scheme:${one}}`).join('')

export function paletteCss(colors: BrandColors, isDarkAllowed: boolean): string {
  const { light, dark } = palette(colors)
  const lines = Object.entries(light).map(([name, value]) => {
    const other = dark[name as keyof Scheme]
    return isDarkAllowed && other !== value ? `--${name}:light-dark(${value},${other})` : `--${name}:${value}`
  })
  const colorsOf = (schemes: string) => `:root{color-scheme:${schemes};${lines.join(';')}}`
  return isDarkAllowed ? colorsOf('light dark') + CHOSEN_THEMES : colorsOf('light')
}

export function markColors(hex: string): { light: string; dark: string } {
  const [l, c, h] = lchOf(hex)
  return { light: hexOf([Math.min(l, 0.58), c, h]), dark: hexOf([Math.max(l, 0.74), c, h]) }
}
