import { paths } from '../../../contract/paths.ts'
import type { Brand } from '../../../contract/brand.ts'
import { platforms } from '../../../contract/platforms/index.ts'

export function advice({ analytics, api, features, supportedPlatforms }: Brand) {
  const { trackingEnabled } = analytics
  const hasId = analytics.googleAnalyticsId !== undefined || analytics.adsenseClientId !== undefined
  const missing = platforms
    .filter((one) => one.paths.length > 0 && !supportedPlatforms.some(({ id }) => id === one.id))
    .map(({ id }) => id)
    .join(', ')
  const isOwnApi =
    api.baseUrl === '' && Object.entries(api.endpoints).every(([name, path]) => ownPaths[name] === path)
  const notes: [field: string, message: string, applies: boolean][] = [
    ['features.debugMode', 'shows technical details to every visitor', features.debugMode],
    ['analytics.trackingEnabled', 'is off, so the ids beside it load nothing', !trackingEnabled && hasId],
    [
      'analytics.trackingEnabled',
      'is on, but there is no id to load anything for',
      trackingEnabled && !hasId,
    ],
    [
      'features.consentFeature',
      'is off, so nobody is asked for consent, and without consent no event is sent and no ad is shown',
      trackingEnabled && hasId && !features.consentFeature,
    ],
    [
      'supportedPlatforms[].icon',
      'has no effect: each platform has the icon of its id',
      supportedPlatforms.some(({ id, icon }) => icon !== id),
    ],
    [
      'supportedPlatforms[].name',
      'has no effect: pages show the displayName',
      supportedPlatforms.some(({ id, name }) => name !== id),
    ],
    ['api', 'has no effect: pages always call the API of their own host', !isOwnApi],
    ['supportedPlatforms', `lacks ${missing}; links to them are refused`, missing !== ''],
  ]
  return notes.filter(([, , applies]) => applies).map(([field, message]) => ({ field, message }))
}

const ownPaths: Record<string, string> = paths
