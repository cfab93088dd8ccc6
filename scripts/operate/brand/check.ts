import * as z from 'zod/mini'
import type { $ZodIssue } from 'zod/v4/core'
import { type Brand, brandSchema } from '../../../contract/brand.ts'
import { hostOf, parsePublicLink } from '../../../contract/link.ts'
import { contrast, palette } from '../../../contract/palette.ts'
import { platforms } from '../../../contract/platforms/index.ts'
import { advice } from './advice.ts'

// Checks a brand and explains each problem to the operator. The edge explains nothing: it only accepts or
// refuses a brand.

z.config(z.locales.en())

type Remark = { field: string; message: string }
type Issue = $ZodIssue

const PATTERNS: [fields: RegExp, explanation: string][] = [
  [/^domain$/, 'must be a host in lower case without scheme, port or path, like clips.example'],
  [/^analytics\.googleAnalyticsId$/, 'must look like G-ABC123DEF4'],
  [/^analytics\.adsenseClientId$/, 'must look like ca-pub-1234567890123456'],
  [/^analytics\.adSlots\./, 'must be the number of an ad slot, digits only'],
  [
    /^branding\.favicon$|^seo\.image$/,
    'must be a path on this site (/icon.svg) or a link that starts with https://',
  ],
  [
    /^supportedPlatforms\[\d+\]\.(id|name|icon)$/,
    'may contain only lower-case letters, digits, - and _; at most 32',
  ],
]
const TEXTS = ['text', 'text-2', 'muted', 'ink'] as const
const PAPERS = ['bg', 'surface', 'tint'] as const
/** Minimum contrast ratio of text and its background (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

export function checkBrand(
  value: unknown,
  host?: string,
): { brand?: Brand; problems: Remark[]; notes: Remark[] } {
  const parsed = brandSchema.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const field = fieldOf(issue.path)
      return { field, message: messageOf(issue, field, valueAt(value, issue.path)) }
    })
    return { problems: [...problems, ...unknownFields(value, brandSchema)], notes: [] }
  }
  const brand = parsed.data
  const problems = [
    ...unknownFields(value, brandSchema),
    ...wrongHosts(brand, host),
    ...wrongPlatforms(brand),
    ...wrongLooks(brand),
    ...wrongAnalytics(brand),
  ]
  return { brand, problems, notes: [...replacedColours(brand), ...advice(brand)] }
}

function wrongHosts({ domain, seo }: Brand, host: string | undefined): Remark[] {
  const problems: Remark[] = []
  const say = (field: string, message: string): void => void problems.push({ field, message })
  if (!parsePublicLink(`https://${domain}/`))
    say('domain', `${domain} is not a public host name, so no visitor can reach it`)
  if (host !== undefined && domain !== host) say('domain', `is ${domain}, but the brand is for ${host}`)
  const url = URL.canParse(seo.canonicalUrl) ? new URL(seo.canonicalUrl) : undefined
  if (!url) say('seo.canonicalUrl', 'is not a URL')
  else if (hostOf(url) !== domain || url.port)
    say('seo.canonicalUrl', `points to ${url.host}; it must point to the brand's own host, https://${domain}`)
  else if (url.pathname !== '/' || url.search || url.hash)
    say('seo.canonicalUrl', `must have no path: https://${domain}; each page adds its own path`)
  return problems
}

function wrongPlatforms({ supportedPlatforms }: Brand): Remark[] {
  const withPage: string[] = platforms.filter((platform) => platform.paths.length > 0).map(({ id }) => id)
  return supportedPlatforms.flatMap(({ id }, index) => {
    const field = `supportedPlatforms[${index}].id`
    if (!withPage.includes(id))
      return { field, message: `${id} is not a platform with a page; these are ${withPage.join(', ')}` }
    const first = supportedPlatforms.findIndex((other) => other.id === id)
    return first < index
      ? { field, message: `${id} is listed twice, first at supportedPlatforms[${first}]` }
      : []
  })
}

function wrongLooks({ branding }: Brand): Remark[] {
  const problems: Remark[] = []
  const { icon, type } = branding.logo
  const field = 'branding.logo.icon'
  if (type === 'letter' && Array.from(icon).length > 2)
    problems.push({
      field,
      message: 'must be one or two letters where the type is "letter"; empty takes the name’s first',
    })
  if (
    type === 'image' &&
    !/^\/[\w./-]+$/.test(icon) &&
    !(/^https:\/\/[^\s"'<>\\]+$/.test(icon) && URL.canParse(icon))
  )
    problems.push({
      field,
      message:
        'must be a path on this site (/logo.svg) or a link that starts with https:// where the type is "image"',
    })
  for (const [name, scheme] of Object.entries(palette(branding.colors)))
    for (const [front, back] of pairs()) {
      const ratio = contrast(scheme[front], scheme[back])
      if (ratio < READABLE)
        problems.push({
          field: 'branding.colors',
          message: `${front} (${scheme[front]}) on ${back} (${scheme[back]}) has ${ratio.toFixed(1)}:1 in the ${name} scheme, ${READABLE}:1 is needed`,
        })
    }
  return problems
}

type Colour = keyof ReturnType<typeof palette>['light']
const pairs = (): [front: Colour, back: Colour][] => [
  ...TEXTS.flatMap((text) => PAPERS.map((paper) => [text, paper] as [Colour, Colour])),
  ['on-fill', 'fill'],
  ['on-accent', 'accent'],
]

function wrongAnalytics({ analytics }: Brand): Remark[] {
  const { adSlots, adsenseClientId } = analytics
  return Object.keys(adSlots).length > 0 && adsenseClientId === undefined
    ? [{ field: 'analytics.adsenseClientId', message: 'is missing, and without it no ad slot can be filled' }]
    : []
}

function replacedColours({ branding: { colors } }: Brand): Remark[] {
  const { light } = palette(colors)
  const written: Record<string, [asked: string, shown: string]> = {
    background: [colors.background, light.bg],
    surface: [colors.surface, light.surface],
    'text.primary': [colors.text.primary, light.text],
    'text.secondary': [colors.text.secondary, light['text-2']],
    'text.muted': [colors.text.muted, light.muted],
  }
  const papers = [light.bg, light.surface, light.tint]
  return Object.entries(written).flatMap(([name, [asked, shown]]) => {
    const worst = Math.min(...papers.map((paper) => contrast(asked, paper)))
    const field = `branding.colors.${name}`
    if (!name.startsWith('text.'))
      return isNear(asked, shown)
        ? []
        : {
            field,
            message: `${asked} is too dark for the light scheme; pages show ${shown} (the dark scheme has its own)`,
          }
    return worst >= READABLE
      ? []
      : {
          field,
          message: `${asked} has ${worst.toFixed(1)}:1 on the background where its contrast is lowest; pages show ${shown} to reach ${READABLE}:1`,
        }
  })
}

const isNear = (a: string, b: string): boolean =>
  [1, 3, 5].every(
    (start) =>
      Math.abs(parseInt(a.slice(start, start + 2), 16) - parseInt(b.slice(start, start + 2), 16)) <= 2,
  )

type Definition = { shape?: Record<string, Schema>; element?: Schema }
type Schema = { _zod: { def: Definition } }

function unknownFields(value: unknown, schema: unknown, path = ''): Remark[] {
  const { shape, element } = (schema as Schema)._zod.def
  if (element && Array.isArray(value))
    return value.flatMap((one, index) => unknownFields(one, element, `${path}[${index}]`))
  if (!shape || !isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = path ? `${path}.${key}` : key
    if (Object.hasOwn(shape, key)) return unknownFields(inner, shape[key], field)
    return [
      { field, message: `is not a field of a brand; the fields here are ${Object.keys(shape).join(', ')}` },
    ]
  })
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`))
    .join('') || 'the file'

function messageOf(issue: Issue, field: string, value: unknown): string {
  if (issue.code === 'invalid_type' && value === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small') return 'must not be empty'
  if (issue.code === 'too_big') return `is too long: ${issue.maximum} characters at most`
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((one) => `"${String(one)}"`).join(', ')}`
  const explanation = PATTERNS.find(([fields]) => fields.test(field))?.[1]
  return `is ${JSON.stringify(value)}: ${explanation ?? issue.message}`
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
}
