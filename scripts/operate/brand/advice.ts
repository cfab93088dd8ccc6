import { paths } from '../../../contract/paths.ts'
import type { Brand } from '../../../contract/brand.ts'
import { platforms } from '../../../contract/platforms/index.ts'

type Remark = { field: string; message: string }

export function advice(brand: Brand): Remark[] {
  const { analytics, features, seo, supportedPlatforms } = brand
  const notes: Remark[] = []
  const note = (condition: boolean, field: string, message: string): void =>
    void (condition && notes.push({ field, message }))
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

const hasOwnPaths = (endpoints: Record<string, string>): boolean =>
  Object.entries(endpoints).every(([name, path]) => (paths as Record<string, string>)[name] === path)
