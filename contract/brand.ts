import * as z from 'zod/mini'

// Domain configuration: what makes one brand differ from another. Parsed where it enters (KV, the brand command);
// everywhere else it is trusted.

const text = z.string().check(z.minLength(1), z.maxLength(300))
/** #rrggbb only: anything looser could carry CSS into the style block. */
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb'))
const httpsLink = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'a link starts with https://'))
/** Our own path or an https link. */
const picture = z.union([z.string().check(z.regex(/^\/[\w./-]*$/)), httpsLink])
const mail = z.string().check(z.regex(/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/, 'not a mail address'))
const idText = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))

export const supportedPlatformSchema = z.object({
  id: idText,
  name: idText,
  displayName: text,
  /** Name of a built-in icon. */
  icon: idText,
  color: colour,
  enabled: z.boolean(),
  /** Lower comes first. */
  priority: z.number(),
})

export const brandSchema = z.object({
  /** Host without a port, lower case. */
  domain: z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/)),
  branding: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(40)),
    slogan: text,
    tagline: text,
    logo: z.object({ icon: z.string().check(z.maxLength(2_000)), type: z.enum(['mark', 'letter', 'image']) }),
    favicon: z.optional(picture),
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
    googleAnalyticsId: z.optional(z.string().check(z.regex(/^G-[A-Z0-9]{4,16}$/))),
    adsenseClientId: z.optional(z.string().check(z.regex(/^ca-pub-\d{10,20}$/))),
    adSlots: z.object({
      leaderboard: z.optional(z.string().check(z.regex(/^\d{4,20}$/))),
      responsive: z.optional(z.string().check(z.regex(/^\d{4,20}$/))),
    }),
  }),
  contact: z.object({ email: mail, socialMedia: z.array(z.object({ name: text, url: httpsLink })) }),
  seo: z.object({
    title: text,
    description: text,
    keywords: z.array(text),
    canonicalUrl: httpsLink,
    image: z.optional(picture),
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
})

/** Domain configuration of one host (specification, section 3). */
export type Brand = z.infer<typeof brandSchema>
export type SupportedPlatform = z.infer<typeof supportedPlatformSchema>
