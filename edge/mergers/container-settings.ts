import { mergerSettings } from '#contract/merger-settings.ts'

/** Of the settings that the edge uses itself, a container gets only MERGER_KEYS. */
export const EDGE_SETTINGS = ['MERGER_ORIGIN', 'MERGER_KEYS', 'MERGER_BUILD']
export const PREFIX = 'MERGER_'

/**
 * Only MERGER_KEYS keeps its prefix. An empty value counts as not set. Throws for the operator if a setting
 * is unknown or malformed, and names the setting but not its value, which can be a secret.
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
