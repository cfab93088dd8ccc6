import { mergerKeys } from '#contract/merger-settings.ts'

// A merger either runs at an address in MERGER_ORIGIN or is a container at Cloudflare. Its name is
// `local:<index>` for an address, and `<region>:<index>` for a container. The grants and tickets of visitors
// (edge/grants) contain this name, so it can name a merger that no longer exists.

/** The settings that calls to mergers need. */
export type MergerSettings = Pick<Env, 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS' | 'REGIONS'> & {
  /**
   * The secret keys that edge and mergers share (contract/merger-settings.ts). Absent if they share no key.
   */
  MERGER_KEYS?: string
}

/** The regions in which containers can run, with the names of Cloudflare's `locationHint`. */
const REGIONS = ['weur', 'eeur', 'enam', 'wnam', 'sam', 'apac', 'oc', 'afr', 'me'] as const
export type Region = (typeof REGIONS)[number]
/**
 * For each continent, the regions for its visitors, the nearest region first. The keys are the continent
 * codes that Cloudflare reports for requests.
 */
const NEAREST: Record<string, readonly Region[]> = {
  EU: ['weur', 'eeur', 'enam'],
  NA: ['enam', 'wnam', 'weur'],
  SA: ['sam', 'enam', 'wnam'],
  AS: ['apac', 'me', 'oc', 'eeur', 'weur'],
  OC: ['oc', 'apac', 'wnam'],
  AF: ['afr', 'weur', 'me', 'eeur'],
}

/** Returns the addresses in MERGER_ORIGIN. */
export const originsOf = (env: Pick<MergerSettings, 'MERGER_ORIGIN'>): string[] =>
  env.MERGER_ORIGIN.split(/[\s,]+/).filter((origin) => origin !== '')

/** Returns the regions in the setting REGIONS, in the same order. Leaves out unknown names. */
const regionsOf = (env: Pick<MergerSettings, 'REGIONS'>): Region[] =>
  env.REGIONS.split(/[\s,]+/).filter((region): region is Region => REGIONS.includes(region as Region))

/**
 * Returns the address of the merger with this name:
 * - For `local:<index>`: the address with this index in MERGER_ORIGIN. If there is no such address any more,
 *   the first address.
 * - For `<region>:<index>`: undefined, because a container has no address. If containers are no longer
 *   configured (MERGERS is 0), the first address in MERGER_ORIGIN.
 */
export function originOf(env: MergerSettings, name: string): string | undefined {
  const origins = originsOf(env)
  const [location, index] = name.split(':')
  if (location === 'local') return origins[Number(index)] ?? origins[0]
  return Number(env.MERGERS) > 0 ? undefined : origins[0]
}

/** Returns the configured region with this name. If there is none, returns the first configured region. */
function regionNamed(env: MergerSettings, name: string): Region {
  const regions = regionsOf(env)
  return regions.find((region) => region === name) ?? regions[0] ?? 'weur'
}

/**
 * Returns the Durable Object of the container with this name. The object is placed in the region of the
 * container. If this container is no longer configured, returns the first container of the same region. If
 * the region is not configured either, returns the first container of the first configured region.
 */
export function containerOf(env: MergerSettings, name: string) {
  const [location = '', index] = name.split(':')
  const region = regionNamed(env, location)
  const isKnown = region === location && Number(index) < Number(env.MERGERS)
  return env.MERGER.getByName(isKnown ? name : `${region}:0`, { locationHint: region })
}

/**
 * Returns the names of the mergers in the order in which new work tries them:
 * - the addresses in MERGER_ORIGIN
 * - the containers of the region
 * - as a last resort, the first container of each other region
 *
 * The order is the same for all callers. So the first mergers fill up before later containers start.
 */
export function mergersNear(env: MergerSettings, region: string): string[] {
  const regions = regionsOf(env)
  const near = regionNamed(env, region)
  const containers = Number(env.MERGERS)
  const names = (location: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${location}:${index}`)
  return [
    ...names('local', originsOf(env).length),
    ...names(near, containers),
    ...regions.filter((one) => one !== near).flatMap((one) => names(one, Math.min(1, containers))),
  ]
}

/** Returns the names of all configured mergers. */
export function mergersEverywhere(env: MergerSettings): string[] {
  return [...new Set(['', ...regionsOf(env)].flatMap((region) => mergersNear(env, region)))]
}

/**
 * Returns the configured region that is nearest to the visitor's continent, which Cloudflare reports. If
 * there is no such region, returns the first configured region.
 */
export function regionOf(env: Pick<MergerSettings, 'REGIONS'>, request: Request): Region {
  const regions = regionsOf(env)
  const nearest = NEAREST[(request.cf?.continent as string | undefined) ?? ''] ?? []
  return nearest.find((one) => regions.includes(one)) ?? regions[0] ?? 'weur'
}

/** Throws an error for the operator if a setting of the mergers is invalid. */
export function assertMergerSettings(env: MergerSettings & { ENVIRONMENT: string }): void {
  if (env.MERGER_KEYS && !mergerKeys.safeParse(env.MERGER_KEYS).success)
    throw new Error(
      'MERGER_KEYS is malformed: docs/operations.md, "Mergers elsewhere", shows how to make a key',
    )
  const origins = originsOf(env)
  if (origins.length === 0 && !(Number(env.MERGERS) > 0))
    throw new Error('There is no merger: set MERGERS to at least 1, or MERGER_ORIGIN')
  if (regionsOf(env).length !== env.REGIONS.split(/[\s,]+/).length)
    throw new Error(`REGIONS must list regions of Cloudflare: ${REGIONS.join(' ')}`)
  if (env.ENVIRONMENT !== 'production' || origins.length === 0) return
  if (!env.MERGER_KEYS) throw new Error('MERGER_ORIGIN needs the secret MERGER_KEYS in production')
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith('https://'))
      throw new Error(`MERGER_ORIGIN must list https origins in production, and "${origin}" is none`)
}
