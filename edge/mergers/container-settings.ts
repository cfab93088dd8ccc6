import { mergerSettings } from '#contract/merger-settings.ts'
import { hashOf } from '../grants/seal.ts'

/** Variables of the Worker with the prefix that the edge itself reads. */
const OWN = ['MERGER_ORIGIN', 'MERGER_KEYS']
const PREFIX = 'MERGER_'

/**
 * The environment of a container, from the Worker's variables and secrets with the prefix `MERGER_`
 * (contract/merger-settings.ts lists them). An empty value means "not set". Throws an error with a sentence
 * for the operator when one is unknown or malformed; the sentence never holds a value.
 */
export function containerSettings(env: object): Record<string, string> {
  const settings: Record<string, string> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(env) as [string, unknown][]) {
    if (!name.startsWith(PREFIX) || OWN.includes(name) || typeof value !== 'string' || value === '') continue
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

/** Identifies a set of settings without showing a secret. */
export function fingerprintOf(settings: Record<string, string>): Promise<string> {
  return hashOf(JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}
