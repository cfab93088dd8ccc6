import type { Brand } from '#contract/brand.ts'

const TAGS = ['https://www.googletagmanager.com']
const MEASURES = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://www.googletagmanager.com',
]
const ADS = [
  'https://pagead2.googlesyndication.com',
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.google.com',
]

/**
 * Returns the Content-Security-Policy of a page. It allows our own files and the hosts of the brand's
 * analytics and ads. It allows no inline scripts.
 */
export function pagePolicy(brand: Brand, styleHashes: string[]): string {
  const { trackingEnabled, googleAnalyticsId, adsenseClientId } = brand.analytics
  const counts = trackingEnabled && googleAnalyticsId !== undefined
  const shows = trackingEnabled && adsenseClientId !== undefined
  const tags = [...(counts ? TAGS : []), ...(shows ? ADS : [])]
  const pictures = [brand.branding.favicon, brand.seo.image, brand.branding.logo.icon]
  const pictureHosts = pictures.flatMap((picture) =>
    picture?.startsWith('https://') ? [new URL(picture).origin] : [],
  )
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...tags],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:', ...pictureHosts, ...(counts ? MEASURES : []), ...(shows ? ADS : [])],
    'media-src': ["'self'", 'https:', 'blob:'],
    // The font is part of the page as a data: URL.
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(counts ? MEASURES : []), ...(shows ? ADS : [])],
    'frame-src': shows ? ADS : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}
