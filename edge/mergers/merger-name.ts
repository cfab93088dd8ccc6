import { EDGE_SETTINGS, PREFIX } from './container-settings.ts'

// `local:<index>` is a merger of MERGER_ORIGIN, and `<region>:<index>` or `<region>:<index>@<generation>` a
// container. Grants and tickets hold names, so a name can be that of a merger that no longer exists.

type MergerName = { location: string; index: number; generation: string }

export function readName(name: string): MergerName {
  const [location = '', rest = ''] = name.split(':')
  const [index, generation = ''] = rest.split('@')
  return { location, index: Number(index), generation }
}

export const locationOf = (name: string): string => readName(name).location

export function nameOf({ location, index, generation }: MergerName): string {
  return `${location}:${index}${generation && `@${generation}`}`
}

const known = new WeakMap<object, string>()

/**
 * The image and the settings with which a container starts. New work goes to containers of the deployed
 * generation, so a container of another one is never ended for it.
 */
export function generationOf(env: object): string {
  const generation = known.get(env) ?? computed(env as Record<string, unknown>)
  known.set(env, generation)
  return generation
}

/** Of the settings, which hold passwords, only 32 bits appear in names. */
function computed(env: Record<string, unknown>): string {
  const build = typeof env['MERGER_BUILD'] === 'string' ? env['MERGER_BUILD'] : ''
  const settings = Object.entries(env)
    .filter(([name, value]) => isPassedOn(name) && typeof value === 'string' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (settings.length === 0) return build
  return [build, fingerprintOf(JSON.stringify(settings))].filter(Boolean).join('.')
}

/** FNV-1a, because a name is needed at once and Web Crypto answers late. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const isPassedOn = (name: string) =>
  name === 'MERGER_KEYS' || (name.startsWith(PREFIX) && !EDGE_SETTINGS.includes(name))
