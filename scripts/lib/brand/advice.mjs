import { paths } from '../../../contract/paths.ts'
import { platforms } from '../../../contract/platforms/index.ts'

/** @typedef {{ field: string, message: string }} Remark */
/** @typedef {import('../../../contract/brand.ts').Brand} Brand */

/**
 * Returns notes on a valid brand: fields that have no effect, and fields whose effect may surprise the
 * operator.
 * @type {(brand: Brand) => Remark[]}
 */
export function advice(brand) {
  const { analytics, features, seo, supportedPlatforms } = brand
  /** @type {Remark[]} */
  const notes = []
  /** @type {(condition: boolean, field: string, message: string) => void} */
  const note = (condition, field, message) => void (condition && notes.push({ field, message }))
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
  note(
    analytics.trackingEnabled && hasId && !features.consentFeature,
    'features.consentFeature',
    'is off, so nobody is asked for consent, and without consent no event is sent and no ad is shown',
  )
  note(
    supportedPlatforms.some(({ id, icon }) => icon !== id),
    'supportedPlatforms[].icon',
    'has no effect: each platform has the icon of its id',
  )
  note(
    supportedPlatforms.some(({ id, name }) => name !== id),
    'supportedPlatforms[].name',
    'has no effect: pages show the displayName',
  )
  note(
    brand.api.baseUrl !== '' || !hasOwnPaths(brand.api.endpoints),
    'api',
    'has no effect: pages always call the API of their own host',
  )
  const missing = platforms.filter(
    (one) => one.paths.length > 0 && !supportedPlatforms.some((entry) => entry.id === one.id),
  )
  note(
    missing.length > 0,
    'supportedPlatforms',
    `lacks ${missing.map(({ id }) => id).join(', ')}; links to them are refused`,
  )
  note(!supportedPlatforms.some((entry) => entry.enabled), 'supportedPlatforms', 'has no enabled platform')
  return notes
}

/** @type {(endpoints: Record<string, string>) => boolean} */
const hasOwnPaths = (endpoints) =>
  Object.entries(endpoints).every(
    ([name, path]) => /** @type {Record<string, string>} */ (paths)[name] === path,
  )
