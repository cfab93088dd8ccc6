import type { Brand } from '#contract/brand.ts'

/**
 * Returns the web app manifest. It registers the app as a share target: another app can share a link, and the
 * app then opens its form with that link.
 */
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
