// The commands of a deploy as data, which `scripts/deploy.mjs` runs or prints.

/**
 * @typedef {{ title: string, command: string[], account: boolean }} Call
 *   `account`: the command needs the Cloudflare account; a dry run prints it instead of running it
 * @typedef {{
 *   routes?: (string | { pattern: string })[],
 *   kv_namespaces: { binding: string, id?: string }[],
 *   vars: Record<string, string | undefined>,
 *   containers?: { max_instances?: number }[],
 * }} Config the parts of Wrangler's configuration that a deploy depends on
 */

export const TARGETS = /** @type {const} */ (['staging', 'production'])
/** Name of the merger's image in the registry of the Cloudflare account. */
const IMAGE = 'media-downloader-merger'

/**
 * Returns Wrangler's flag for a target. The target production is the top level of wrangler.toml.
 * @param {string} target
 */
export const envFlag = (target) => (target === 'production' ? '--env=' : `--env=${target}`)

/**
 * Returns name and tag of the image for one commit.
 * @param {string} commit
 */
export const imageOf = (commit) => `${IMAGE}:${commit.slice(0, 12)}`

/**
 * Lists what the operator must change in wrangler.toml before a deploy can succeed.
 * @param {Config} config
 * @returns {string[]} one sentence for each problem; empty when there is none
 */
export function problemsOf({ routes = [], kv_namespaces, vars, containers = [] }) {
  const problems = kv_namespaces
    .filter(({ id }) => !id || /^0+\d?$/.test(id))
    .map(
      ({ binding }) =>
        `The KV namespace ${binding} has no id yet: run "wrangler kv namespace create ${binding}".`,
    )
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  const hosts = [...patterns, ...(vars.ATTACHED_HOSTS ?? '').split(/\s+/)]
  for (const host of new Set(hosts.filter((one) => one.endsWith('.example'))))
    problems.push(`${host} is a placeholder: put your own domain in its place.`)
  const names = (vars.REGIONS ?? '').split(/\s+/).filter(Boolean).length * Number(vars.MERGERS)
  for (const { max_instances: most = 0 } of containers)
    if (most < 2 * names)
      problems.push(
        `max_instances is ${most}; ${names} merger names need ${2 * names}, since a rollout counts old and new ones.`,
      )
  return problems
}

/**
 * Returns the origin of the first route; undefined without routes.
 * @param {Pick<Config, 'routes'>} config
 */
export function originOf({ routes = [] }) {
  const [first] = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  return first === undefined ? undefined : `https://${first.replace(/\/.*$/, '')}`
}

/**
 * Returns the commands of a deploy in order. The image is pushed before the Worker is deployed, so a failed
 * push leaves the deployed product unchanged.
 * @param {{ target: string, commit: string, subject: string, builder: string, config: string }} facts
 *   `builder`: docker or podman; `config`: Wrangler's configuration that names the pushed image
 * @returns {Call[]}
 */
export function deployCalls({ target, commit, subject, builder, config }) {
  const wrangler = ['npx', 'wrangler']
  const image = imageOf(commit)
  const env = envFlag(target)
  const call = (/** @type {string} */ title, /** @type {string[]} */ command, account = true) => ({
    title,
    command,
    account,
  })
  return [
    call('account', [...wrangler, 'whoami']),
    call('secrets', [...wrangler, 'secret', 'list', env]),
    call('version to roll back to', [...wrangler, 'deployments', 'list', env, '--json']),
    call(
      'build the image',
      [builder, 'build', '--platform', 'linux/amd64', '-f', 'merger/Dockerfile', '-t', image, '.'],
      false,
    ),
    call('push the image', [...wrangler, 'containers', 'push', image]),
    call('deploy', [
      ...wrangler,
      'deploy',
      env,
      '--config',
      config,
      '--tag',
      commit.slice(0, 12),
      '--message',
      subject.slice(0, 100),
    ]),
  ]
}

/**
 * Returns wrangler.toml with the pushed image instead of the Dockerfile.
 * @param {string} toml
 * @param {string} commit
 */
export function withPushedImage(toml, commit) {
  return toml
    .replaceAll('image = "./merger/Dockerfile"', `image = "${imageOf(commit)}"`)
    .replaceAll(/^image_build_context = .*\n/gm, '')
}
