import { mergerKeys } from '#contract/merger-settings.ts'
import { platformById } from '#contract/platforms/index.ts'
import { generationOf, nameOf, readName } from './merger-name.ts'

export type MergerSettings = Pick<Env, 'MERGER_ORIGIN' | 'MERGER' | 'MERGERS' | 'REGIONS'> & {
  LINES?: Env['LINES']
  MERGER_KEYS?: string
  ATTACHED_HOSTS?: string
}

/** Names of Cloudflare's `locationHint`. */
const REGIONS = ['weur', 'eeur', 'enam', 'wnam', 'sam', 'apac', 'oc', 'afr', 'me'] as const
type Region = (typeof REGIONS)[number]
/** The nearest region first. The keys are the continent codes that Cloudflare reports. */
const NEAREST: Record<string, readonly Region[]> = {
  EU: ['weur', 'eeur', 'enam'],
  NA: ['enam', 'wnam', 'weur'],
  SA: ['sam', 'enam', 'wnam'],
  AS: ['apac', 'me', 'oc', 'eeur', 'weur'],
  OC: ['oc', 'apac', 'wnam'],
  AF: ['afr', 'weur', 'me', 'eeur'],
}

type Origin = { origin: string; platforms: string[] }

/**
 * `https://host`, or `join:name` of a merger that joins (line.ts). `#youtube+x` after one: links of these
 * platforms go there first, and others go there last.
 */
const originsIn = (env: Pick<MergerSettings, 'MERGER_ORIGIN'>): Origin[] =>
  env.MERGER_ORIGIN.split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => {
      const [origin = '', platforms = ''] = each.split('#')
      return { origin, platforms: platforms.split('+').filter(Boolean) }
    })

const originsOf = (env: Pick<MergerSettings, 'MERGER_ORIGIN'>) => originsIn(env).map(({ origin }) => origin)

const JOIN = /^join:([\w-]{1,32})$/

/** The name of the line of a merger that joins; undefined for one with an address. */
export const lineOf = (origin: string): string | undefined => JOIN.exec(origin)?.[1]

export const joinedNames = (env: Pick<MergerSettings, 'MERGER_ORIGIN'>): string[] =>
  originsOf(env).flatMap((origin) => lineOf(origin) ?? [])

const regionsOf = (env: Pick<MergerSettings, 'REGIONS'>): Region[] =>
  env.REGIONS.split(/[\s,]+/).filter((region): region is Region => REGIONS.includes(region as Region))

/**
 * If there is no such address any more, or no containers (MERGERS is 0), the first address. A container has
 * none.
 */
export function originOf(env: MergerSettings, name: string): string | undefined {
  const origins = originsOf(env)
  const { location, index } = readName(name)
  if (location === 'local') return origins[index] ?? origins[0]
  return Number(env.MERGERS) > 0 ? undefined : origins[0]
}

function regionNamed(env: MergerSettings, name: string): Region {
  const regions = regionsOf(env)
  return regions.find((region) => region === name) ?? regions[0] ?? 'weur'
}

export function containerNamed(env: MergerSettings, name: string) {
  const { location, index } = readName(name)
  const region = regionNamed(env, location)
  const isKnown = region === location && index < Number(env.MERGERS)
  const used = isKnown ? name : containerName(env, region, 0)
  return env.MERGER.getByName(used, { locationHint: region })
}

const containerName = (env: MergerSettings, location: string, index: number) =>
  nameOf({ location, index, generation: generationOf(env) })

/** The name of the merger that has the place of this one in the deployed generation. */
export function currentName(env: MergerSettings, name: string): string {
  const { location, index } = readName(name)
  return location === 'local' ? name : containerName(env, location, index)
}

/**
 * As a last resort, the first container of each other region. The order is the same for all callers, so that
 * the first mergers fill up before later containers start.
 */
export function mergersNear(env: MergerSettings, region: string, platform?: string): string[] {
  const regions = regionsOf(env)
  const near = regionNamed(env, region)
  const containers = Number(env.MERGERS)
  const names = (location: string, count: number) =>
    Array.from({ length: count }, (_, index) => containerName(env, location, index))
  const elsewhere = (fits: (origin: Origin) => boolean) =>
    originsIn(env).flatMap((origin, index) => (fits(origin) ? [`local:${index}`] : []))
  const isOwn = ({ platforms }: Origin) => platform !== undefined && platforms.includes(platform)
  return [
    ...elsewhere(isOwn),
    ...elsewhere(({ platforms }) => platforms.length === 0),
    ...names(near, containers),
    ...regions.filter((one) => one !== near).flatMap((one) => names(one, Math.min(1, containers))),
    ...elsewhere((origin) => origin.platforms.length > 0 && !isOwn(origin)),
  ]
}

export function mergersEverywhere(env: MergerSettings): string[] {
  return [...new Set(['', ...regionsOf(env)].flatMap((region) => mergersNear(env, region)))]
}

export function regionOf(env: Pick<MergerSettings, 'REGIONS'>, request: Request): Region {
  const regions = regionsOf(env)
  const nearest = NEAREST[(request.cf?.continent as string | undefined) ?? ''] ?? []
  return nearest.find((one) => regions.includes(one)) ?? regions[0] ?? 'weur'
}

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
  const unknown = originsIn(env).flatMap(({ platforms }) => platforms.filter((id) => !platformById(id)))
  if (unknown.length > 0) throw new Error(`MERGER_ORIGIN names no platform of ours: ${unknown.join(' ')}`)
  if (joinedNames(env).length > 0 && !env.MERGER_KEYS)
    throw new Error('A merger that joins needs the secret MERGER_KEYS')
  if (env.ENVIRONMENT !== 'production' || origins.length === 0) return
  if (!env.MERGER_KEYS) throw new Error('MERGER_ORIGIN needs the secret MERGER_KEYS in production')
  for (const origin of origins.filter((one) => lineOf(one) === undefined))
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !isPrivateLine(origin))
      throw new Error(`MERGER_ORIGIN must list https origins in production, and "${origin}" is none`)
}

/** Encrypted, or inside one machine. */
const isPrivateLine = (origin: string) =>
  origin.startsWith('https://') || new URL(origin).hostname === '127.0.0.1'
