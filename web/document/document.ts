import type { Brand } from '#contract/brand.ts'
import { baseOf, languagesOf, ownLanguageOf } from '#texts/brand-languages.ts'
import { languages } from '#texts/languages.ts'
import { markColors, palette as paletteOf, paletteCss } from '#contract/palette.ts'
import type { Mark } from '../every-text.ts'
import type { Assets, Chunk } from './assets.ts'
import { markClass } from '../brand.ts'
import { brandWords } from '../routing/brand-words.ts'
import { addressIn, addressOf } from '../routing/meta.ts'
import type { PageMeta, Speaker } from '../routing/page.ts'
import { LINK_FIELD } from '../parts/link-field.ts'
import { FOLD } from '../parts/fold.tsx'
import theme from './theme.js?raw'

type Parts = {
  /** Stands in the field of the form. */
  filled: string | undefined
  speaker: Speaker
  /** Of this page without the prefix of a language. */
  path: string
  meta: PageMeta
  assets: Assets
  /** How platforms are marked that the page offers. */
  marks: readonly Mark[]
  isIndexable: boolean
  body: string
  /** The data with which the browser hydrates the page; null for a document without scripts. */
  data: unknown
  sources: readonly string[]
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
/** Returns JSON that is safe inside a script element, because it cannot close the element. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

function chunksOf(assets: Assets, source: string, known = new Set<Chunk>()): Set<Chunk> {
  const chunk = assets.manifest[source]
  if (!chunk || known.has(chunk)) return known
  known.add(chunk)
  for (const next of chunk.imports ?? []) chunksOf(assets, next, known)
  return known
}

function meta(name: string, content: string, attribute: 'name' | 'property' = 'name'): string {
  return `<meta ${attribute}="${name}" content="${escape(content)}">`
}

/**
 * React does not know of it, and keeps what stands in the field when it hydrates the page. So a link in the
 * address is in the form without a script too.
 */
const filledIn = (body: string, text: string) =>
  body.replace(` id="${LINK_FIELD}"`, () => ` id="${LINK_FIELD}" value="${escape(text)}"`)

/** The page in each language of the brand, the same list on each of them. */
function alternatesOf({ speaker, path, meta: { canonical = path } }: Parts): string[] {
  const { brand } = speaker
  const offered = languagesOf(brand)
  if (offered.length < 2) return []
  const link = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escape(href)}">`
  const address = (language: Speaker['language']) => addressIn({ ...speaker, language }, canonical)
  return [
    ...offered.map((language) => link(language, address(language))),
    link('x-default', address(ownLanguageOf(brand))),
  ]
}

/** Google reads these tags before it loads anything, so they do not wait for consent. */
function ownership({ analytics: { adsenseClientId }, seo: { googleSiteVerification } }: Brand): string[] {
  return [
    googleSiteVerification ? meta('google-site-verification', googleSiteVerification) : '',
    adsenseClientId ? meta('google-adsense-account', adsenseClientId) : '',
  ]
}

/** What stands in English alone has one address. */
const canonicalOf = ({ speaker, meta: { canonical, isTranslated } }: Parts): string | undefined =>
  canonical && (isTranslated ? addressIn(speaker, canonical) : addressOf(speaker.brand, canonical))

function headOf(parts: Parts): string[] {
  const { speaker, meta: page, isIndexable } = parts
  const { brand, language, heads } = speaker
  const canonical = canonicalOf(parts)
  const { keywords } = brandWords(brand, language, heads)
  const lines = [
    `<title>${escape(page.title)}</title>`,
    meta('description', page.description),
    isIndexable ? '' : meta('robots', 'noindex'),
    canonical ? `<link rel="canonical" href="${escape(canonical)}">` : '',
  ]
  if (!canonical || !isIndexable) return lines
  return [
    ...lines,
    ...(page.isTranslated ? alternatesOf(parts) : []),
    keywords ? meta('keywords', keywords) : '',
    ...ownership(brand),
    meta('og:type', 'website', 'property'),
    meta('og:site_name', brand.branding.name, 'property'),
    meta('og:title', page.title, 'property'),
    meta('og:description', page.description, 'property'),
    meta('og:url', canonical, 'property'),
    brand.seo.image ? meta('og:image', addressOf(brand, brand.seo.image), 'property') : '',
    meta('twitter:card', brand.seo.image ? 'summary_large_image' : 'summary'),
    ...(page.jsonLd ?? []).map((one) => `<script type="application/ld+json">${json(one)}</script>`),
  ]
}

/**
 * Returns the CSS rule that loads the font from a data: URL, so that the browser's first paint can use the
 * font. The document contains this URL twice: in this rule and in a preload link. Without the preload link,
 * browsers decode the font after the first layout, and then lay out the page again. The document is
 * compressed, so another copy of the URL adds almost nothing to the size of the document.
 *
 * WebKit fails to preload a data: URL and then takes that failure for the URL's font. So the rule has a
 * second source: the same bytes under a URL that nothing has preloaded.
 */
const face = (font: string) => {
  const again = font.replace('font/woff2', 'application/font-woff2')
  return `@font-face{font-family:"Host Grotesk";font-weight:400 700;src:url(${font})format("woff2"),url(${again})format("woff2")}`
}

/**
 * Vite's chunk loader finds the element and does not load the style sheet again. Browsers do not fetch a
 * disabled style sheet (HTML specification, "disabled").
 */
const known = (sheet: string) => `<link rel="stylesheet" href="/${sheet}" disabled>`

/**
 * Generated content, so that the mark needs no script. A screen reader says the word behind the slash. Only
 * trouble is said in letters too.
 */
function markCss({ id, state, word }: Mark): string {
  const said = JSON.stringify(word)
  const shown = state === 'works' ? '"●"' : JSON.stringify(`● ${word}`)
  return `.${markClass(id)}{--health:${shown}/${said};--tone:var(--${state === 'works' ? 'good' : 'bad'})}`
}

/**
 * Also returns the contents of the document's `<style>` elements and of its only inline script, because the
 * Content-Security-Policy must allow these elements.
 */
export function documentOf(parts: Parts): { html: string; styles: string[]; inlineScripts: string[] } {
  const { speaker, assets, body, data, sources } = parts
  const { brand, language } = speaker
  const { direction, hasOwnFont } = languages[language]
  const isDark = brand.features.darkMode
  const colors = brand.supportedPlatforms.map((one) => {
    const { light, dark } = markColors(one.color)
    return `.${markClass(one.id)}{--mark:${isDark ? `light-dark(${light},${dark})` : light}}`
  })
  const palette =
    '@layer tokens,base,parts,pages;' +
    paletteCss(brand.branding.colors, isDark) +
    [...colors, ...parts.marks.map(markCss)].join('')
  const main = assets.manifest['web/main.tsx']
  const chunks = ['web/main.tsx', ...sources].reduce(
    (found, source) => chunksOf(assets, source, found),
    new Set<Chunk>(),
  )
  const sheets = [...new Set([...chunks].flatMap(({ css = [] }) => css))]
  const styles = [
    palette,
    hasOwnFont ? face(assets.font) : '',
    sheets.map((file) => assets.styles[file]).join(''),
  ].filter((style) => style !== '')
  const inlineScripts = isDark ? [theme] : []
  const scripts = [
    ...[...chunks]
      .filter((chunk) => chunk !== main)
      .map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    main ? `<script type="module" src="/${main.file}"></script>` : '',
  ]
  const { light, dark } = paletteOf(brand.branding.colors)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...headOf(parts),
    `<meta name="theme-color" content="${light.bg}" media="(prefers-color-scheme: light)">`,
    isDark ? `<meta name="theme-color" content="${dark.bg}" media="(prefers-color-scheme: dark)">` : '',
    ...inlineScripts.map((script) => `<script>${script}</script>`),
    hasOwnFont ? `<link rel="preload" as="font" type="font/woff2" href="${assets.font}" crossorigin>` : '',
    `<link rel="expect" href="#${FOLD}" blocking="render">`,
    ...styles.map((css) => `<style>${css}</style>`),
    `<link rel="icon" href="${escape(brand.branding.favicon ?? '/favicon.svg')}">`,
    `<link rel="apple-touch-icon" href="${escape(brand.branding.favicon ?? '/apple-touch-icon.png')}">`,
    `<link rel="manifest" href="${baseOf(brand, language)}/manifest.webmanifest">`,
    ...sheets.map(known),
    ...(data === null ? [] : scripts),
  ]
  const state = data === null ? '' : `<script type="application/json" id="data">${json(data)}</script>`
  const html = `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}><head>${head.join('')}</head><body><div id="root">${parts.filled === undefined ? body : filledIn(body, parts.filled)}</div>${state}</body></html>`
  return { html, styles, inlineScripts }
}
