import type { Brand } from '#contract/brand.ts'

const TAGS = ['https://www.googletagmanager.com']
const MEASURES = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://www.googletagmanager.com',
]
/**
 * They are listed one by one, because a wildcard for google.com would be dangerous: some of its hosts have
 * JSONP endpoints, where an attacker can choose the returned script by the URL.
 */
const AD_SCRIPTS = [
  'https://pagead2.googlesyndication.com',
  'https://tpc.googlesyndication.com',
  'https://adservice.google.com',
  'https://fundingchoicesmessages.google.com',
]
const ADS = ['https://*.googlesyndication.com', 'https://*.doubleclick.net', 'https://*.google.com']

/** Name of the only Trusted Types policy that pages may create. web/offline/register.ts creates it. */
const TRUSTED_POLICY = 'offline-worker'

type Hashes = { styleHashes: readonly string[]; scriptHashes: readonly string[] }

export function pagePolicy(brand: Brand, { styleHashes, scriptHashes }: Hashes): string {
  const { trackingEnabled, googleAnalyticsId, adsenseClientId } = brand.analytics
  const counts = trackingEnabled && googleAnalyticsId !== undefined
  const shows = trackingEnabled && adsenseClientId !== undefined
  const tags = [...(counts ? TAGS : []), ...(shows ? AD_SCRIPTS : [])]
  const pictures = [brand.branding.favicon, brand.seo.image, brand.branding.logo.icon]
  const pictureHosts = pictures.flatMap((picture) =>
    picture?.startsWith('https://') ? [new URL(picture).origin] : [],
  )
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes, ...tags],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:', ...pictureHosts, ...(counts ? MEASURES : []), ...(shows ? ADS : [])],
    'media-src': ["'self'", 'https:', 'blob:'],
    // The page contains its font as a data: URL.
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(counts ? MEASURES : []), ...(shows ? ADS : [])],
    'frame-src': shows ? ADS : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // Google's tags create scripts from text, which Trusted Types forbid. So pages of brands with such tags
    // do not require Trusted Types (docs/decisions/limits.md).
    ...(tags.length === 0 && {
      'require-trusted-types-for': ["'script'"],
      'trusted-types': [TRUSTED_POLICY],
    }),
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}
