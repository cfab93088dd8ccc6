import { mergerSettings } from '#contract/merger-settings.ts'
import { hashOf } from '../grants/seal.ts'

/**
 * The edge uses these settings itself, although their names begin with `MERGER_`. Containers get MERGER_KEYS
 * too, but not the others.
 */
export const EDGE_SETTINGS = ['MERGER_ORIGIN', 'MERGER_KEYS', 'MERGER_BUILD']
/** The Worker passes its variables and secrets with the prefix `MERGER_` to its containers as settings. */
export const PREFIX = 'MERGER_'

/**
 * Returns the environment of a container from the Worker's variables and secrets with the prefix `MERGER_`
 * (contract/merger-settings.ts lists them). An empty value counts as not set. If a setting is unknown or
 * malformed, throws an error for the operator: its message contains the name of the setting, but not the
 * value.
 */
export function containerSettings(env: object): Record<string, string> {
  const settings: Record<string, string> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(env) as [string, unknown][]) {
    if (!name.startsWith(PREFIX) || EDGE_SETTINGS.includes(name)) continue
    if (typeof value !== 'string' || value === '') continue
    const own = name.slice(PREFIX.length)
    const schema = Object.hasOwn(mergerSettings, own)
      ? mergerSettings[own as keyof typeof mergerSettings]
      : undefined
    const parsed = schema?.safeParse(value)
    if (!parsed) problems.push(`${name}: is not a setting of the merger`)
    else if (!parsed.success) problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'is malformed'}`)
    settings[own] = value
  }
  if (problems.length > 0)
    throw new Error(
      `The containers cannot start with these settings. ${problems.join('; ')}. ` +
        `Known are ${Object.keys(mergerSettings)
          .map((name) => PREFIX + name)
          .join(', ')}.`,
    )
  const keys = (env as { MERGER_KEYS?: string }).MERGER_KEYS
  return { ...settings, ...(keys && { MERGER_KEYS: keys }) }
}

/** Returns a hash that identifies a set of settings without revealing a secret. */
export function fingerprintOf(settings: Record<string, string>): Promise<string> {
  return hashOf(JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
