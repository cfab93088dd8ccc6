import type { Brand } from '#contract/brand.ts'

/** The web app manifest. As a share target, the app opens its form with a link that another app shares. */
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
    icons: [
      { src: own ?? '/favicon.svg', sizes: 'any', ...(own === undefined && { type: 'image/svg+xml' }) },
    ],
    share_target: { action: '/', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  }
}
