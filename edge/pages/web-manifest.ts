import type { Brand } from '#contract/brand.ts'
import type { IconSize } from './icon-png.ts'

const png = (size: IconSize) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  png(192),
  png(512),
  { ...png(512), purpose: 'maskable' },
]

export function manifest(brand: Brand) {
  const { name, slogan, colors, favicon: own } = brand.branding
  return {
    name,
    short_name: name.slice(0, 12),
    description: slogan,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: colors.background,
    theme_color: colors.primary,
    icons: own === undefined ? icons : [{ src: own, sizes: 'any' }],
    share_target: { action: '/', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  }
}
