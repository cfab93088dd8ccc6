import { root, StepFailed } from '../lib/step.ts'

export const TARGETS = ['staging', 'production'] as const

/** The ids of a fresh clone. */
export const isPlaceholder = (id = '0') => /^0+\d?$/.test(id)

export type Config = {
  routes?: (string | { pattern: string })[]
  vars: Record<string, unknown>
  containers?: { name?: string; image?: string; max_instances?: number }[]
  kv_namespaces: { binding: string; id?: string }[]
}
type WholeConfig = Config & {
  name: string
  r2_buckets: { bucket_name: string }[]
  analytics_engine_datasets: { dataset: string }[]
  compatibility_date?: string
  compatibility_flags: string[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
  ratelimits: { name: string; simple: { limit: number; period: number } }[]
}

/** wrangler.toml for a target. Wrangler is loaded late, because that takes a second. */
export async function configOf(target = 'production', file = `${root}/wrangler.toml`): Promise<WholeConfig> {
  if (!TARGETS.some((one) => one === target))
    throw new StepFailed(`${target} is none of ${TARGETS.join(', ')}.`)
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const env = target === 'production' ? undefined : target
  return readConfig({ config: file, env }, { hideWarnings: true })
}
