import * as z from 'zod/mini'
import { paths } from './paths.ts'
import { hostOf, parsePublicLink } from './link.ts'
import { platforms } from './platforms/index.ts'

const text = z.string().check(z.minLength(1), z.maxLength(300))
const tag = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, 'a language is written as in texts/'))
/** One text for the language of the brand, or one for each language. */
const texts = z.union([text, z.record(tag, text)])
/**
 * A colour in the form #rrggbb. No other notation is allowed, because other text could inject CSS into the
 * page's style element.
 */
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb'))
const httpsLink = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'a link starts with https://'))
export const pictureSchema = z.union(
  [z.string().check(z.regex(/^\/[\w./-]*$/)), httpsLink],
  'a picture is a path on this site (/icon.svg) or a link that starts with https://',
)
const mail = z.string().check(z.regex(/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/, 'not a mail address'))
const idText = z.string().check(z.regex(/^[a-z0-9_-]{1,32}$/, 'an id has up to 32 of a-z, 0-9, - and _'))

const supportedPlatformSchema = z.object({
  id: idText,
  name: idText,
  displayName: text,
  icon: idText,
  color: colour,
  enabled: z.boolean(),
  priority: z.number(),
})

export const brandSchema = z.object({
  domain: z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/, 'a host is written like clips.example')),
  branding: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(40)),
    slogan: texts,
    tagline: texts,
    logo: z.object({ icon: z.string().check(z.maxLength(2_000)), type: z.enum(['mark', 'letter', 'image']) }),
    favicon: z.optional(pictureSchema),
    colors: z.object({
      primary: colour,
      secondary: colour,
      accent: colour,
      background: colour,
      surface: colour,
      text: z.object({ primary: colour, secondary: colour, muted: colour }),
    }),
  }),
  analytics: z.object({
    trackingEnabled: z.boolean(),
    googleAnalyticsId: z.optional(
      z.string().check(z.regex(/^G-[A-Z0-9]{4,16}$/, 'an id looks like G-ABC123DEF4')),
    ),
    adsenseClientId: z.optional(
      z.string().check(z.regex(/^ca-pub-\d{10,20}$/, 'an id looks like ca-pub-1234567890123456')),
    ),
    adSlots: z.object({
      leaderboard: z.optional(z.string().check(z.regex(/^\d{4,20}$/))),
      responsive: z.optional(z.string().check(z.regex(/^\d{4,20}$/))),
    }),
  }),
  contact: z.object({ email: mail, socialMedia: z.array(z.object({ name: text, url: httpsLink })) }),
  seo: z.object({
    title: texts,
    description: texts,
    keywords: z.array(text),
    canonicalUrl: httpsLink,
    image: z.optional(pictureSchema),
    /** The content of the tag that Google Search Console gives to prove the ownership of a site. */
    googleSiteVerification: z.optional(
      z.string().check(z.regex(/^[\w+/=-]{10,100}$/, 'give only the content of the tag')),
    ),
  }),
  supportedPlatforms: z.array(supportedPlatformSchema),
  features: z.object({
    multiDomainSupport: z.boolean(),
    darkMode: z.boolean(),
    debugMode: z.boolean(),
    consentFeature: z.boolean(),
    offlineMode: z.boolean(),
  }),
  api: z.object({ baseUrl: z.string(), endpoints: z.record(z.string(), z.string()) }),
  /**
   * What a file is called until the visitor chooses: `full` has the site, the title, the resolution and the
   * bitrate, `short` is `Title (1080p).mp4`. Without this field `full`.
   */
  fileNames: z.optional(z.enum(['full', 'short'])),
  /** The language of the paths without a prefix. Without this field English. */
  language: z.optional(tag),
  /** The languages to read it in. Without this field all. */
  languages: z.optional(z.array(tag)),
})

export type Brand = z.infer<typeof brandSchema>
export type NameStyle = NonNullable<Brand['fileNames']>
type SupportedPlatform = z.infer<typeof supportedPlatformSchema>

function allPlatforms(): SupportedPlatform[] {
  return platforms
    .filter((platform) => platform.paths.length > 0)
    .map(({ id, displayName, color, priority }) => ({
      id,
      name: id,
      displayName,
      icon: id,
      color,
      enabled: true,
      priority,
    }))
}

function brandOf(domain: string, name: string, logo: Brand['branding']['logo']): Brand {
  return {
    domain,
    branding: {
      name,
      slogan: 'Paste the link. Keep the file.',
      tagline:
        'Save public videos, music and podcast episodes in the quality you pick. No account, no watermark, nothing to install.',
      logo,
      colors: {
        primary: '#0b6b4d',
        secondary: '#1d4f8c',
        accent: '#f2542d',
        background: '#f4f5ef',
        surface: '#ffffff',
        text: { primary: '#111f19', secondary: '#3d4d45', muted: '#5d6b64' },
      },
    },
    analytics: { trackingEnabled: false, adSlots: {} },
    contact: { email: `support@${domain}`, socialMedia: [] },
    seo: {
      title: `${name}: save public video and audio`,
      description:
        'Paste a public link, see its formats and sizes, keep the file. Video, music and podcasts, free and without an account.',
      keywords: ['video downloader', 'audio downloader', 'podcast downloader', 'mp4', 'mp3'],
      canonicalUrl: `https://${domain}`,
    },
    supportedPlatforms: allPlatforms(),
    features: {
      multiDomainSupport: true,
      darkMode: true,
      debugMode: false,
      // A new brand has no analytics and no ads, so its pages do not have to ask for consent.
      consentFeature: false,
      offlineMode: false,
    },
    api: { baseUrl: '', endpoints: { ...paths } },
  }
}

export const neutralBrand: Brand = /* @__PURE__ */ brandOf('pocketreel.example', 'Pocketreel', {
  icon: 'mark',
  type: 'mark',
})

/**
 * Second-level labels under which registries sell domain names, such as `co` in `co.uk`. The label before
 * them gives the brand its name: `clip.co.uk` becomes "Clip".
 */
const REGISTRIES = ['ac', 'co', 'com', 'edu', 'go', 'gov', 'ne', 'net', 'or', 'org']

/**
 * `clip-keeper.example` becomes "Clip Keeper". An IP address or a host name that is not public gets the
 * neutral brand.
 */
export function fallbackBrand(host: string): Brand {
  const plain = host.toLowerCase().replace(/:\d+$/, '')
  const url = /^[a-z\d.-]+$/.test(plain) ? parsePublicLink(`https://${plain}/`) : undefined
  if (!url) return neutralBrand
  const domain = hostOf(url)
  const labels = domain.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const isShared = labels.length > 2 && top.length === 2 && REGISTRIES.includes(second)
  const label = labels.at(isShared ? -3 : -2) ?? ''
  // A punycode label (`xn--...`) is unreadable, so the brand is not named after it.
  const name = label.startsWith('xn--')
    ? ''
    : label.split(/[-_]+/).filter(Boolean).map(capital).join(' ').slice(0, 40).trim()
  return name
    ? brandOf(domain, name, { icon: name.charAt(0), type: 'letter' })
    : brandOf(domain, 'Pocketreel', neutralBrand.branding.logo)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
