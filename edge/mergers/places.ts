import { mergerKeys } from '#contract/merger-settings.ts'

// Where mergers run. Each merger has a name, which grants and tickets carry: `local:<index>` is an address of
// MERGER_ORIGIN, `<region>:<index>` is a container at Cloudflare.

/** The settings that a call to a merger needs. */
export type MergerSettings = Pick<Env, 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS' | 'REGIONS'> & {
  /** Secret; absent when no key is shared (contract/merger-settings.ts). */
  MERGER_KEYS?: string
}

/** Regions in which containers can run; `locationHint` accepts them. */
const REGIONS = ['weur', 'eeur', 'enam', 'wnam', 'sam', 'apac', 'oc', 'afr', 'me'] as const
export type Region = (typeof REGIONS)[number]
/** Regions for each continent that Cloudflare reports, the nearest first. */
const NEAREST: Record<string, readonly Region[]> = {
  EU: ['weur', 'eeur', 'enam'],
  NA: ['enam', 'wnam', 'weur'],
  SA: ['sam', 'enam', 'wnam'],
  AS: ['apac', 'me', 'oc', 'eeur', 'weur'],
  OC: ['oc', 'apac', 'wnam'],
  AF: ['afr', 'weur', 'me', 'eeur'],
}

/** The addresses in MERGER_ORIGIN. */
export const originsOf = (env: Pick<MergerSettings, 'MERGER_ORIGIN'>): string[] =>
  env.MERGER_ORIGIN.split(/[\s,]+/).filter((origin) => origin !== '')

/** The regions of REGIONS, in the operator's order. */
const regionsOf = (env: Pick<MergerSettings, 'REGIONS'>): Region[] =>
  env.REGIONS.split(/[\s,]+/).filter((region): region is Region => REGIONS.includes(region as Region))

/** The address of a merger; undefined for a container. A merger that is no longer configured gets another. */
export function originOf(env: MergerSettings, name: string): string | undefined {
  const origins = originsOf(env)
  const [place, index] = name.split(':')
  if (place === 'local') return origins[Number(index)] ?? origins[0]
  return Number(env.MERGERS) > 0 ? undefined : origins[0]
}

/** The container of a merger, near its region. */
export function containerOf(env: MergerSettings, name: string) {
  const region = name.split(':')[0] as Region
  const known = REGIONS.includes(region) ? name : `${regionsOf(env)[0] ?? 'weur'}:0`
  return env.MERGER.getByName(known, { locationHint: known.split(':')[0] as Region })
}

/**
 * Names of the mergers for new work, in the order to ask: the addresses of MERGER_ORIGIN, the containers of
 * the region, and as the last resort the first container of each other region. All callers use this order,
 * so the first ones fill up first.
 */
export function mergersNear(env: MergerSettings, region: string): string[] {
  const regions = regionsOf(env)
  const near = regions.find((one) => one === region) ?? regions[0] ?? 'weur'
  const containers = Number(env.MERGERS)
  const names = (place: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${place}:${index}`)
  return [
    ...names('local', originsOf(env).length),
    ...names(near, containers),
    ...regions.filter((one) => one !== near).flatMap((one) => names(one, Math.min(1, containers))),
  ]
}

/** Names of all mergers that are configured. */
export function mergersEverywhere(env: MergerSettings): string[] {
  return [...new Set(['', ...regionsOf(env)].flatMap((region) => mergersNear(env, region)))]
}

/** The region whose mergers are near a visitor, by the continent that Cloudflare reports. */
export function regionOf(env: Pick<MergerSettings, 'REGIONS'>, request: Request): Region {
  const regions = regionsOf(env)
  const nearest = NEAREST[(request.cf?.continent as string | undefined) ?? ''] ?? []
  return nearest.find((one) => regions.includes(one)) ?? regions[0] ?? 'weur'
}

/** Throws an error with a sentence for the operator when the settings of the mergers are invalid. */
export function assertPlaces(env: MergerSettings & { ENVIRONMENT: string }): void {
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
