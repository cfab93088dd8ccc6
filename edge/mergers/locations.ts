import { mergerKeys } from '#contract/merger-settings.ts'

// A merger runs at an address in MERGER_ORIGIN or as a container at Cloudflare. Its name is `local:<index>`
// for an address and `<region>:<index>` for a container. Grants and tickets contain this name.

/** The settings that calls to mergers need. */
export type MergerSettings = Pick<Env, 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS' | 'REGIONS'> & {
  /**
   * Secret with the keys that edge and mergers share (contract/merger-settings.ts); absent if they share no
   * key.
   */
  MERGER_KEYS?: string
}

/** Regions in which containers can run. The names are those of Cloudflare's `locationHint`. */
const REGIONS = ['weur', 'eeur', 'enam', 'wnam', 'sam', 'apac', 'oc', 'afr', 'me'] as const
export type Region = (typeof REGIONS)[number]
/**
 * The regions for the visitors of each continent, the nearest region first. Cloudflare reports the continent
 * of a request.
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

/** Returns the regions of the setting REGIONS, in the operator's order. */
const regionsOf = (env: Pick<MergerSettings, 'REGIONS'>): Region[] =>
  env.REGIONS.split(/[\s,]+/).filter((region): region is Region => REGIONS.includes(region as Region))

/**
 * Returns the address of the merger with this name. The result depends on the form of the name:
 * - `local:<index>`: Returns the address with this index in MERGER_ORIGIN. If the operator has removed this
 *   address, returns the first address in MERGER_ORIGIN.
 * - `<region>:<index>`: Returns undefined, because a container has no address. If the operator has removed
 *   all containers (MERGERS is 0), returns the first address in MERGER_ORIGIN.
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
 * Returns the Durable Object of a container, placed in the region of the container. If REGIONS and MERGERS no
 * longer allow this container, returns the first container of the same region. If the region is not
 * configured either, returns the first container of the first configured region.
 */
export function containerOf(env: MergerSettings, name: string) {
  const [location = '', index] = name.split(':')
  const region = regionNamed(env, location)
  const isKnown = region === location && Number(index) < Number(env.MERGERS)
  return env.MERGER.getByName(isKnown ? name : `${region}:0`, { locationHint: region })
}

/**
 * Returns the names of the mergers that new work tries, in this order: the addresses in MERGER_ORIGIN, the
 * containers of the region, and as a last resort the first container of each other region. The order is the
 * same for all callers, so the first mergers fill up before later containers start.
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

/** Returns the region whose mergers are nearest to a visitor, by the continent that Cloudflare reports. */
export function regionOf(env: Pick<MergerSettings, 'REGIONS'>, request: Request): Region {
  const regions = regionsOf(env)
  const nearest = NEAREST[(request.cf?.continent as string | undefined) ?? ''] ?? []
  return nearest.find((one) => regions.includes(one)) ?? regions[0] ?? 'weur'
}

/** Throws an error if a setting of the mergers is invalid. Its message is for the operator. */
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
