import type { Brand } from '#contract/brand.ts'
import { baseOf } from '#texts/brand-languages.ts'
import { languages, type Tag } from '#texts/languages.ts'
import { shortcutsIn, sloganIn } from '#render'
import type { IconSize } from './icon-png.ts'

const png = (size: IconSize) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  png(192),
  png(512),
  { ...png(512), purpose: 'maskable' },
]

export function manifest(brand: Brand, language: Tag) {
  const { name, colors, favicon: own } = brand.branding
  const base = baseOf(brand, language)
  return {
    name,
    short_name: name.slice(0, 12),
    description: sloganIn(brand, language),
    lang: language,
    dir: languages[language].direction,
    start_url: `${base}/`,
    scope: '/',
    display: 'standalone',
    background_color: colors.background,
    theme_color: colors.primary,
    icons: own === undefined ? icons : [{ src: own, sizes: 'any' }],
    shortcuts: shortcutsIn(language).map(({ name: label, path }) => ({ name: label, url: base + path })),
    share_target: { action: `${base}/`, method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  }
}
