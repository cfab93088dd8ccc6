import * as z from 'zod/mini'
import { type Brand, brandSchema, pictureSchema } from '../../../contract/brand.ts'
import { hostOf, parsePublicLink } from '../../../contract/link.ts'
import { contrast, palette } from '../../../contract/palette.ts'
import { platforms } from '../../../contract/platforms/index.ts'
import { advice } from './advice.ts'
import { missingTexts, unknownLanguages } from './missing-texts.ts'

// The edge explains nothing: it only accepts or refuses a brand.

z.config(z.locales.en())

type Remark = { field: string; message: string }

/** Minimum contrast ratio of text and its background (WCAG 2.2, 1.4.3). */
const READABLE = 4.5
/** Contrast ratio of two colours that differ by rounding alone. */
const SAME = 1.05

export function checkBrand(
  value: unknown,
  host?: string,
): { brand?: Brand; problems: Remark[]; notes: Remark[] } {
  const parsed = brandSchema.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const given = valueAt(value, path)
      const said = given === undefined ? 'is missing' : `is ${JSON.stringify(given)}: ${message}`
      return { field: fieldOf(path), message: said }
    })
    return { problems, notes: [] }
  }
  const brand = parsed.data
  const problems = [
    ...unknownFields(value, brand),
    ...wrongHosts(brand, host),
    ...wrongPlatforms(brand),
    ...wrongLooks(brand),
    ...wrongAnalytics(brand),
    ...unknownLanguages(brand),
  ]
  return { brand, problems, notes: [...replacedColours(brand), ...missingTexts(brand), ...advice(brand)] }
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

function wrongLooks({ branding: { logo } }: Brand): Remark[] {
  const field = 'branding.logo.icon'
  if (logo.type === 'letter' && Array.from(logo.icon).length > 2)
    return [
      {
        field,
        message: 'must be one or two letters where the type is "letter"; empty takes the name’s first',
      },
    ]
  const read = pictureSchema.safeParse(logo.icon)
  if (logo.type !== 'image' || read.success) return []
  return [{ field, message: `where the type is "image", ${read.error.issues[0]!.message}` }]
}

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
    secondary: [colors.secondary, light.second],
    'text.primary': [colors.text.primary, light.text],
    'text.secondary': [colors.text.secondary, light['text-2']],
    'text.muted': [colors.text.muted, light.muted],
  }
  const papers = [light.bg, light.surface, light.tint]
  return Object.entries(written).flatMap(([name, [asked, shown]]) => {
    const worst = Math.min(...papers.map((paper) => contrast(asked, paper)))
    const field = `branding.colors.${name}`
    if (name === 'background' || name === 'surface')
      return contrast(asked, shown) < SAME
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

/** A schema leaves out what it does not know. */
function unknownFields(given: unknown, known: unknown, path: PropertyKey[] = []): Remark[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const inner = [...path, Array.isArray(given) ? Number(key) : key]
    return Object.hasOwn(Object(known), key)
      ? unknownFields(value, valueAt(known, [key]), inner)
      : { field: fieldOf(inner), message: 'is not a field of a brand' }
  })
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`))
    .join('') || 'the file'
