import { containerSettings, EDGE_SETTINGS, PREFIX } from '../../../edge/mergers/container-settings.ts'
import { mergerSettings } from '../../../contract/merger-settings.ts'
import { neutralBrand } from '../../../contract/brand.ts'
import { assertSettings } from '../../../edge/settings.ts'
import { routeHosts } from './plan.mjs'

// Checks the configuration and the account before a deploy. Each check returns one sentence for each thing
// that the operator must change. If the list is empty, the deploy can go on.

/** @typedef {import('./plan.mjs').Config & { kv_namespaces: { binding: string, id?: string }[] }} Config */

/**
 * Returns a problem for each KV namespace whose id is missing or a placeholder, and for each placeholder
 * domain. Each operator fills in these values once. A dry run goes on in spite of these problems.
 * @param {Config} config
 * @param {string} target
 * @returns {string[]}
 */
export function missingIn(config, target) {
  const suffix = target === 'production' ? '' : `-${target}`
  const storage = config.kv_namespaces
    .filter(({ id }) => !id || /^0+\d?$/.test(id))
    .map(
      ({ binding }) =>
        `The KV namespace ${binding} has no id yet: run "npx wrangler kv namespace create media-downloader-${binding.toLowerCase()}${suffix} --update-config=false", and write the id into wrangler.toml.`,
    )
  const hosts = new Set([...routeHosts(config), ...attachedHosts(config)])
  const placeholders = [...hosts].filter((host) => host.endsWith('.example'))
  return [
    ...storage,
    ...placeholders.map((host) => `${host} is a placeholder: put your own domain in its place.`),
  ]
}

/** Maximum number of changed files that the message about uncommitted changes names. */
const NAMED_CHANGES = 5

/**
 * If files have uncommitted changes, returns one problem that names up to NAMED_CHANGES of these files.
 * Otherwise returns an empty list.
 * @param {string} status output of `git status --porcelain`
 * @returns {string[]}
 */
export function changesProblems(status) {
  const files = status.split('\n').flatMap((line) => (line ? [line.slice(3)] : []))
  if (files.length === 0) return []
  const more = files.length > NAMED_CHANGES ? ` and ${files.length - NAMED_CHANGES} more` : ''
  const named = files.slice(0, NAMED_CHANGES).join(', ')
  return [`The work tree has changes that are not committed: ${named}${more}. Commit them, or remove them.`]
}

/**
 * Returns one problem if this process cannot push the image, otherwise an empty list. There are two such
 * cases:
 * - The machine has neither docker nor podman.
 * - The program is podman, and this process does not run as root. The deploy builds the image as root, and
 *   podman stores the images of root separately from those of other users.
 * @param {string | undefined} engine docker or podman
 * @param {boolean} isRoot whether this process runs as root
 * @returns {string[]}
 */
export function engineProblems(engine, isRoot) {
  if (!engine) return ['No docker or podman answers on this machine: one of them must push the image.']
  if (engine === 'podman' && !isRoot)
    return [
      'Podman keeps the images of root apart from those of your user. The deploy builds the image as root, so your user could not push it: run the deploy as root, or use Docker.',
    ]
  return []
}

/**
 * Returns mistakes in the configuration that stop a deploy. A dry run stops too.
 * @param {Config} config
 * @returns {string[]}
 */
export function mistakesIn(config) {
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
  const routes = routeHosts(config)
  for (const host of routes.length > 0 ? attachedHosts(config) : [])
    if (!routes.includes(host))
      problems.push(`${host} is in ATTACHED_HOSTS but not in routes: no visitor would reach it.`)
  return problems
}

/**
 * Checks the variables with `assertSettings`, as the edge does at its first request. Throws an Error if the
 * edge would refuse the variables. Placeholder keys replace the secrets, which a deploy cannot read.
 * @param {Config['vars']} vars
 */
function assertEdgeAccepts(vars) {
  const key = 'k'.repeat(43)
  const secrets = { GRANT_KEYS: JSON.stringify({ current: 'k', keys: { k: key } }), MERGER_KEYS: key }
  assertSettings({ ...vars, ...secrets, ENVIRONMENT: 'production' })
}

/**
 * Returns a problem for each required secret that is missing in the account. Also returns a problem for each
 * secret whose name begins with MERGER_ but is not the name of a setting. As long as the account has such a
 * secret, the edge starts no container.
 * @param {string[]} names names of the secrets in the account
 * @param {Config} config
 * @returns {string[]}
 */
export function secretProblems(names, { vars }) {
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

/**
 * Returns a problem for each route whose host needs a brand and has none. Such a host would show the brand of
 * another host, and search engines would not index it. The rules are those of edge/pages/brands.ts.
 * @param {string[]} brands hosts that have a brand in KV
 * @param {Config} config
 * @param {string[]} [shared] hosts from `parentBrands` whose brand has `features.multiDomainSupport`; such a
 *   brand also applies to the subdomains of its host
 * @returns {string[]}
 */
export function routeProblems(brands, config, shared = []) {
  const [home] = attachedHosts(config)
  return hostsWithoutBrand(brands, config)
    .filter((host) => {
      const parent = parentOf(host)
      if (brands.includes(parent)) return !shared.includes(parent)
      // KV has no brand for the parent domain. This is a problem, except for two parent domains that have a
      // brand without KV: the domain of the neutral brand (contract/brand.ts), and the first host in the
      // variable ATTACHED_HOSTS. Their subdomains show this brand.
      return parent !== neutralBrand.domain && parent !== home
    })
    .map((host) => {
      const parent = brands.includes(parentOf(host))
        ? `, switch on features.multiDomainSupport in the brand of ${parentOf(host)}`
        : ''
      return `The route ${host} has no brand: run "npm run brand -- put ${host} FILE --remote"${parent}, or add it to ATTACHED_HOSTS.`
    })
}

/**
 * Returns the hosts whose brand the deploy must read. A route host without its own brand may show the brand
 * of its parent domain. So the function returns each host in `brands` that is the parent domain of such a
 * route host. Two kinds of route hosts count as hosts with their own brand, even if KV has none for them:
 * - The hosts in ATTACHED_HOSTS.
 * - The domain of the neutral brand (the brand in contract/brand.ts).
 * @param {string[]} brands hosts that have a brand in KV
 * @param {Config} config
 */
export function parentBrands(brands, config) {
  const parents = new Set(hostsWithoutBrand(brands, config).map(parentOf))
  return brands.filter((host) => parents.has(host))
}

/** @type {(brands: string[], config: Config) => string[]} */
function hostsWithoutBrand(brands, config) {
  const named = new Set([...brands, ...attachedHosts(config), neutralBrand.domain])
  return routeHosts(config).filter((host) => !named.has(host))
}

/** Returns the parent domain of a host. @param {string} host */
const parentOf = (host) => host.slice(host.indexOf('.') + 1)

/** @param {Config} config */
const attachedHosts = ({ vars }) => entries(vars['ATTACHED_HOSTS'])

/**
 * Returns the entries of a variable that contains a list. @param {unknown} value
 * @returns {string[]}
 */
const entries = (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [])
