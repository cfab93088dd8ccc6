import type { Brand } from '#contract/brand.ts'

/** The web app's manifest: installable, and a share target, so that "Share" in another app opens the form with the link. */
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
