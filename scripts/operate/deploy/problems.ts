import { containerSettings, EDGE_SETTINGS, PREFIX } from '../../../edge/mergers/container-settings.ts'
import { mergerSettings } from '../../../contract/merger-settings.ts'
import { neutralBrand } from '../../../contract/brand.ts'
import { assertSettings } from '../../../edge/settings.ts'
import { type Config, isPlaceholder } from '../config.ts'
import { routeHosts } from './plan.ts'

export function missingIn(config: Config, target: string): string[] {
  const storage = config.kv_namespaces
    .filter(({ id }) => isPlaceholder(id))
    .map(
      ({ binding }) => `The KV namespace ${binding} has no id yet: run "npm run setup-account -- ${target}".`,
    )
  const hosts = new Set([...routeHosts(config), ...attachedHosts(config)])
  const placeholders = [...hosts].filter((host) => host.endsWith('.example'))
  const nowhere =
    hosts.size === 0
      ? [`ATTACHED_HOSTS of ${target} is empty: its links would lead to ${neutralBrand.domain}.`]
      : []
  return [
    ...storage,
    ...nowhere,
    ...placeholders.map((host) => `${host} is a placeholder: put your own domain in its place.`),
  ]
}

/** 6 TiB of memory, at 6 GiB each (November 2026). */
const MOST_CONTAINERS = 1_024
const NAMED_CHANGES = 5

export function changesProblems(status: string): string[] {
  const files = status.split('\n').flatMap((line) => (line ? [line.slice(3)] : []))
  if (files.length === 0) return []
  const more = files.length > NAMED_CHANGES ? ` and ${files.length - NAMED_CHANGES} more` : ''
  const named = files.slice(0, NAMED_CHANGES).join(', ')
  return [`The work tree has changes that are not committed: ${named}${more}. Commit them, or remove them.`]
}

export function engineProblems(engine: string | undefined, isRoot: boolean): string[] {
  if (!engine) return ['No docker or podman answers on this machine: one of them must push the image.']
  if (engine === 'podman' && !isRoot)
    return [
      'Podman keeps the images of root apart from those of your user. The deploy builds the image as root, so your user could not push it: run the deploy as root, or use Docker.',
    ]
  return []
}

export function mistakesIn(config: Config): string[] {
  const { vars, containers = [] } = config
  const problems = []
  for (const check of [() => void containerSettings(vars), () => assertEdgeAccepts(vars)])
    try {
      check()
    } catch (error) {
      problems.push(`${error instanceof Error ? error.message : String(error)}.`.replace('..', '.'))
    }
  if (vars['ENVIRONMENT'] !== 'production')
    problems.push(`ENVIRONMENT is "${String(vars['ENVIRONMENT'])}": a deploy needs "production".`)
  const regions = entries(vars['REGIONS'])
  const names = regions.length * Number(vars['MERGERS'])
  for (const { max_instances: most = 0 } of containers)
    if (most < 2 * names)
      problems.push(
        `max_instances is ${most}; ${names} merger names need ${2 * names}, since a rollout counts old and new ones.`,
      )
  if (2 * names > MOST_CONTAINERS)
    problems.push(`${names} merger names are more than half of the ${MOST_CONTAINERS} of an account.`)
  const hours = Number(vars['BUDGET_CONTAINER_HOURS'])
  if (hours < 24 * names)
    problems.push(
      `BUDGET_CONTAINER_HOURS is ${hours}; ${names} containers that run all day need ${24 * names}. Below that, merges stop on a quiet day.`,
    )
  const routes = routeHosts(config)
  for (const host of routes.length > 0 ? attachedHosts(config) : [])
    if (!routes.includes(host))
      problems.push(`${host} is in ATTACHED_HOSTS but not in routes: no visitor would reach it.`)
  return problems
}

function assertEdgeAccepts(vars: Config['vars']) {
  const key = 'k'.repeat(43)
  const secrets = { GRANT_KEYS: JSON.stringify({ current: 'k', keys: { k: key } }), MERGER_KEYS: key }
  assertSettings({ ...vars, ...secrets, ENVIRONMENT: 'production' })
}

export function secretProblems(names: string[], { vars }: Config): string[] {
  const where = 'See docs/operations.md'
  const problems = []
  if (!names.includes('GRANT_KEYS')) problems.push(`The secret GRANT_KEYS is missing. ${where}, "Keys".`)
  if (vars['MERGER_ORIGIN'] && !names.includes('MERGER_KEYS'))
    problems.push(`MERGER_ORIGIN needs the secret MERGER_KEYS. ${where}, "Mergers elsewhere".`)
  for (const name of names.filter((one) => one.startsWith(PREFIX) && !EDGE_SETTINGS.includes(one)))
    if (!Object.hasOwn(mergerSettings, name.slice(PREFIX.length)))
      problems.push(`The secret ${name} is no setting of the merger, and no container would start with it.`)
  return problems
}

/** Such a host would show the brand of another host, and search engines would not index it. */
export function routeProblems(brands: string[], config: Config, shared: string[] = []): string[] {
  const [home] = attachedHosts(config)
  return hostsWithoutBrand(brands, config)
    .filter((host) => {
      const parent = parentOf(host)
      if (brands.includes(parent)) return !shared.includes(parent)
      // The neutral brand and that of the first host in ATTACHED_HOSTS need no KV.
      return parent !== neutralBrand.domain && parent !== home
    })
    .map((host) => {
      const parent = brands.includes(parentOf(host))
        ? `, switch on features.multiDomainSupport in the brand of ${parentOf(host)}`
        : ''
      return `The route ${host} has no brand: run "npm run brand -- put ${host} FILE --remote"${parent}, or add it to ATTACHED_HOSTS.`
    })
}

export function parentBrands(brands: string[], config: Config) {
  const parents = new Set(hostsWithoutBrand(brands, config).map(parentOf))
  return brands.filter((host) => parents.has(host))
}

/** A stored brand that also applies to the subdomains of its host. */
export function isShared(stored: string | undefined): boolean {
  const { features }: { features?: { multiDomainSupport?: boolean } } = JSON.parse(stored ?? '{}')
  return features?.multiDomainSupport === true
}

function hostsWithoutBrand(brands: string[], config: Config): string[] {
  const named = new Set([...brands, ...attachedHosts(config), neutralBrand.domain])
  return routeHosts(config).filter((host) => !named.has(host))
}

const parentOf = (host: string) => host.slice(host.indexOf('.') + 1)

const attachedHosts = ({ vars }: Config) => entries(vars['ATTACHED_HOSTS'])

const entries = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
