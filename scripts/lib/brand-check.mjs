import * as z from 'zod/mini'
import { brandSchema } from '../../contract/brand.ts'
import { hostOf, parseTarget } from '../../contract/link.ts'
import { contrast, palette } from '../../contract/palette.ts'
import { platforms } from '../../contract/platforms/index.ts'

// What is wrong with a brand, in words an operator can act on. The edge only knows "valid" and "invalid".

z.config(z.locales.en())

/** A remark about one field. */
/** @typedef {{ field: string, words: string }} Remark */

/** What a field wants, where its pattern alone would tell nobody. */
const WANTED = [
  [/^domain$/, 'must be a host in lower case without scheme, port or path, like clips.example'],
  [/^analytics\.googleAnalyticsId$/, 'must look like G-ABC123DEF4'],
  [/^analytics\.adsenseClientId$/, 'must look like ca-pub-1234567890123456'],
  [/^analytics\.adSlots\./, 'must be the number of an ad slot, digits only'],
  [
    /^branding\.favicon$|^seo\.image$/,
    'must be a path of ours (/icon.svg) or a link that starts with https://',
  ],
  [/^supportedPlatforms\[\d+\]\.(id|name|icon)$/, 'may hold small letters, digits, - and _ only, 32 at most'],
]
const TEXTS = ['text', 'text-2', 'muted', 'ink']
const READABLE = 4.5

/**
 * Everything that is wrong with a brand, and what its operator should know though it is allowed.
 * @param {unknown} value
 * @param {string} [host] the host it is meant for, where that is known
 * @returns {{ brand?: import('../../contract/brand.ts').Brand, problems: Remark[], notes: Remark[] }}
 */
export function checkBrand(value, host) {
  const parsed = brandSchema.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const field = fieldOf(issue.path)
      return { field, words: sentence(issue, field, at(value, issue.path)) }
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
  return { brand, problems, notes: [...movedColours(brand), ...advice(brand)] }
}

function wrongHosts({ domain, seo }, host) {
  const problems = []
  const say = (field, words) => problems.push({ field, words })
  if (!parseTarget(`https://${domain}/`))
    say('domain', `${domain} is no public name, so no visitor can ask for it`)
  if (host !== undefined && domain !== host) say('domain', `is ${domain}, but the brand is for ${host}`)
  const url = URL.canParse(seo.canonicalUrl) ? new URL(seo.canonicalUrl) : undefined
  if (!url) say('seo.canonicalUrl', 'is no link')
  else if (hostOf(url) !== domain || url.port)
    say(
      'seo.canonicalUrl',
      `leads to ${url.host}; search engines must be sent to the brand's own host, https://${domain}`,
    )
  else if (url.pathname !== '/' || url.search || url.hash)
    say('seo.canonicalUrl', `must be the host alone, https://${domain}; the path of each page is added to it`)
  return problems
}

function wrongPlatforms({ supportedPlatforms }) {
  const withPage = platforms.filter((platform) => platform.paths.length > 0).map(({ id }) => id)
  return supportedPlatforms.flatMap(({ id }, index) => {
    const field = `supportedPlatforms[${index}].id`
    if (!withPage.includes(id))
      return { field, words: `${id} is no platform with a page; there are ${withPage.join(', ')}` }
    const first = supportedPlatforms.findIndex((other) => other.id === id)
    return first < index ? { field, words: `${id} stands twice, first at supportedPlatforms[${first}]` } : []
  })
}

function wrongLooks({ branding }) {
  const problems = []
  const { icon, type } = branding.logo
  const field = 'branding.logo.icon'
  if (type === 'letter' && [...icon].length > 2)
    problems.push({
      field,
      words: 'must be one or two letters where the type is "letter"; empty takes the name’s first',
    })
  if (
    type === 'image' &&
    !/^\/[\w./-]+$/.test(icon) &&
    !(/^https:\/\/[^\s"'<>\\]+$/.test(icon) && URL.canParse(icon))
  )
    problems.push({
      field,
      words:
        'must be a path of ours (/logo.svg) or a link that starts with https:// where the type is "image"',
    })
  for (const [name, scheme] of Object.entries(palette(branding.colors)))
    for (const [front, back] of pairs()) {
      const ratio = contrast(scheme[front], scheme[back])
      if (ratio < READABLE)
        problems.push({
          field: 'branding.colors',
          words: `${front} (${scheme[front]}) on ${back} (${scheme[back]}) has ${ratio.toFixed(1)}:1 in the ${name} scheme, ${READABLE}:1 is needed`,
        })
    }
  return problems
}

const pairs = () => [
  ...TEXTS.flatMap((text) => ['bg', 'surface', 'tint'].map((paper) => [text, paper])),
  ['on-fill', 'fill'],
  ['on-accent', 'accent'],
]

function wrongAnalytics({ analytics }) {
  const { adSlots, adsenseClientId } = analytics
  return Object.keys(adSlots).length > 0 && adsenseClientId === undefined
    ? [{ field: 'analytics.adsenseClientId', words: 'is missing, and without it no ad slot can be filled' }]
    : []
}

/** Colours that pages show otherwise than written, because they could not be read. */
function movedColours({ branding: { colors } }) {
  const { light } = palette(colors)
  const written = {
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
            words: `${asked} is too dark for the light scheme; pages show ${shown} (the dark scheme has its own)`,
          }
    return worst >= READABLE
      ? []
      : {
          field,
          words: `${asked} has ${worst.toFixed(1)}:1 where it reads worst; pages show ${shown} to reach ${READABLE}:1`,
        }
  })
}

/** Two colours nobody could tell apart: rounding moves a part by one or two. */
const isNear = (a, b) =>
  [1, 3, 5].every(
    (start) =>
      Math.abs(parseInt(a.slice(start, start + 2), 16) - parseInt(b.slice(start, start + 2), 16)) <= 2,
  )

function advice(brand) {
  const { analytics, features, seo, supportedPlatforms } = brand
  const notes = []
  const note = (isTrue, field, words) => isTrue && notes.push({ field, words })
  note(seo.title.length > 60, 'seo.title', `has ${seo.title.length} characters; search engines show about 60`)
  note(
    seo.description.length > 155,
    'seo.description',
    `has ${seo.description.length} characters; search engines show about 155`,
  )
  note(features.debugMode, 'features.debugMode', 'shows technical details to every visitor')
  const hasId = analytics.googleAnalyticsId !== undefined || analytics.adsenseClientId !== undefined
  note(
    !analytics.trackingEnabled && hasId,
    'analytics.trackingEnabled',
    'is off, so the ids beside it are not used',
  )
  note(
    analytics.trackingEnabled && !hasId,
    'analytics.trackingEnabled',
    'is on, but there is no id to load anything for',
  )
  const missing = platforms.filter(
    ({ id, paths }) => paths.length > 0 && !supportedPlatforms.some((entry) => entry.id === id),
  )
  note(
    missing.length > 0,
    'supportedPlatforms',
    `lacks ${missing.map(({ id }) => id).join(', ')}; links to them are refused`,
  )
  note(!supportedPlatforms.some((entry) => entry.enabled), 'supportedPlatforms', 'has none switched on')
  return notes
}

/** Fields the schema does not know would be dropped without a word: mostly slips of the pen. */
function unknownFields(value, schema, path = '') {
  const shape = shapeOf(schema)
  if (!shape || !isRecord(value)) {
    const item = schema?._zod?.def?.element
    return item && Array.isArray(value)
      ? value.flatMap((one, i) => unknownFields(one, item, `${path}[${i}]`))
      : []
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = path ? `${path}.${key}` : key
    return Object.hasOwn(shape, key)
      ? unknownFields(inner, shape[key], field)
      : { field, words: `is no field of a brand; known here are ${Object.keys(shape).join(', ')}` }
  })
}

const shapeOf = (schema) => schema?._zod?.def?.shape
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value, path) => path.reduce((inner, key) => inner?.[key], value)
const fieldOf = (path) =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i ? '.' : ''}${String(key)}`)).join('') ||
  'the file'

function sentence(issue, field, value) {
  if (issue.code === 'invalid_type' && value === undefined) return 'is missing'
  if (issue.code === 'invalid_type') return `must be ${NAMES[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small') return 'must not be empty'
  if (issue.code === 'too_big') return `is too long: ${issue.maximum} characters at most`
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((one) => `"${one}"`).join(', ')}`
  const wanted = WANTED.find(([fields]) => fields.test(field))?.[1]
  return `is ${JSON.stringify(value)}: ${wanted ?? issue.message}`
}

const NAMES = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
}
