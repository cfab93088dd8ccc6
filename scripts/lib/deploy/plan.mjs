import { createHash } from 'node:crypto'

// The commands of a deploy as data. `scripts/deploy.mjs` runs or prints them.

/**
 * @typedef {{ title: string, command: string[], extra?: Record<string, string> }} Call a command that uses
 *   the Cloudflare account; `extra`: additional environment variables
 * @typedef {{
 *   routes?: (string | { pattern: string })[],
 *   vars: Record<string, unknown>,
 *   containers?: { image?: string, max_instances?: number }[],
 * }} Config the parts of Wrangler's configuration that a deploy depends on
 */

export const TARGETS = /** @type {const} */ (['staging', 'production'])
/** Name of the merger's image in the registry of the Cloudflare account. */
const IMAGE = 'media-downloader-merger'
/**
 * Wrangler adds the id of the account to an image name in this registry. Without a registry, Wrangler would
 * read the image name as the path of a Dockerfile.
 */
const REGISTRY = 'registry.cloudflare.com'
/** The files and folders that merger/Dockerfile copies into the image. */
export const IMAGE_SOURCES = ['package.json', 'package-lock.json', '.npmrc', 'contract', 'merger']

/**
 * Returns Wrangler's flag for a target. The settings for production are at the top level of wrangler.toml, so
 * production has no environment name.
 * @param {string} target
 */
export const envFlag = (target) => (target === 'production' ? '--env=' : `--env=${target}`)

/**
 * Returns name and tag of the merger's image.
 * @param {string} tag
 */
export const imageOf = (tag) => `${IMAGE}:${tag}`

/**
 * Returns the tag of the image. Normally, the tag is a hash of the files in the image. There are two
 * exceptions:
 * - If `isFresh` is true, the time of the build is appended to the hash. So the tag is new even if no file
 *   has changed, and the deploy replaces the containers.
 * - If `isFresh` is false and the live tag is this hash with a time, the function returns the live tag. The
 *   hash alone could be the tag of an older image.
 * @param {string} listing output of `git ls-tree` for IMAGE_SOURCES
 * @param {{ isFresh: boolean, live?: string | undefined, now?: Date }} build `live`: the tag that is live
 */
export function imageTag(listing, { isFresh, live, now = new Date() }) {
  const hash = createHash('sha256').update(listing).digest('hex').slice(0, 12)
  if (isFresh) return `${hash}-${now.toISOString().slice(0, 16).replaceAll(/\D/g, '')}`
  return live?.startsWith(`${hash}-`) ? live : hash
}

/**
 * Returns the image tag that a version of the Worker has in MERGER_BUILD, from the output of
 * `wrangler versions view --json`.
 * @param {string} output
 * @returns {string | undefined}
 */
export function imageTagIn(output) {
  const [json = '{}'] = /^\{$[^]*^\}$/m.exec(output) ?? []
  /** @type {{ name: string, text?: string }[]} */
  const bindings = JSON.parse(json).resources?.bindings ?? []
  return bindings.find(({ name }) => name === 'MERGER_BUILD')?.text
}

/**
 * Returns the hosts of the routes.
 * @param {Pick<Config, 'routes'>} config
 * @returns {string[]}
 */
export function routeHosts({ routes = [] }) {
  return routes.map((route) => (typeof route === 'string' ? route : route.pattern).replace(/\/.*$/, ''))
}

/**
 * Returns the origin of the first route; undefined without routes.
 * @param {Pick<Config, 'routes'>} config
 */
export function originOf(config) {
  const [first] = routeHosts(config)
  return first === undefined ? undefined : `https://${first}`
}

/**
 * Returns the commands that read the state of the account before a deploy. `key` tells scripts/deploy.mjs
 * what the output of a command contains.
 * @param {{ target: string, config: Config }} facts
 * @returns {(Call & { key?: 'secrets' | 'brands' | 'versions', isOptional?: boolean })[]} `isOptional`: an
 *   error of the command does not stop the deploy
 */
export function readCalls({ target, config }) {
  const env = envFlag(target)
  const wrangler = ['npx', 'wrangler']
  return [
    { title: 'account', command: [...wrangler, 'whoami'] },
    {
      title: 'secrets',
      command: [...wrangler, 'secret', 'list', env, '--format', 'json'],
      key: /** @type {const} */ ('secrets'),
    },
    ...(routeHosts(config).length > 0
      ? [
          {
            title: 'brands',
            command: [...wrangler, 'kv', 'key', 'list', '--binding', 'BRANDS', '--remote', env],
            key: /** @type {const} */ ('brands'),
          },
        ]
      : []),
    {
      title: 'version to roll back to',
      command: [...wrangler, 'deployments', 'list', env, '--json'],
      key: /** @type {const} */ ('versions'),
      // Before the first deploy there is no version, so `wrangler deployments list` fails.
      isOptional: true,
    },
  ]
}

/**
 * Returns the Wrangler command that reads the brand of a host.
 * @param {string} target
 * @param {string} host
 * @returns {Call}
 */
export const brandCall = (target, host) => ({
  title: `brand of ${host}`,
  command: [
    'npx',
    'wrangler',
    'kv',
    'key',
    'get',
    host,
    '--binding',
    'BRANDS',
    '--remote',
    envFlag(target),
    '--text',
  ],
})

/**
 * Returns whether the JSON of a brand allows subdomains to show the brand.
 * @param {string} output output of `wrangler kv key get`
 */
export const isShared = (output) => /"multiDomainSupport":\s*true\b/.test(output)

/**
 * Returns the Wrangler command that reads a version of the Worker: its tag and its variables.
 * @param {string} target
 * @param {string} version
 * @returns {Call}
 */
export const viewCall = (target, version) => ({
  title: 'version',
  command: ['npx', 'wrangler', 'versions', 'view', version, envFlag(target), '--json'],
})

/**
 * Returns the commands that change the account, in order. The image is pushed before the Worker is deployed,
 * so a failed push leaves the deployed product unchanged.
 * @typedef {object} Facts
 * @property {string} target
 * @property {string} commit
 * @property {string} subject subject of the commit
 * @property {string} tag tag of the image
 * @property {string} file Wrangler's configuration that names the pushed image
 * @property {string} [engine] program that pushes the image: docker or podman
 * @param {Facts} facts
 * @returns {Call[]}
 */
export function writeCalls({ target, commit, subject, tag, file, engine }) {
  const about = ['--tag', commit.slice(0, 12), '--message', subject.slice(0, 100)]
  // Without the variable WRANGLER_DOCKER_BIN, Wrangler looks for docker.
  /** @type {Record<string, string>} */
  const extra = engine ? { WRANGLER_DOCKER_BIN: engine } : {}
  return [
    { title: 'push the image', command: ['npx', 'wrangler', 'containers', 'push', imageOf(tag)], extra },
    {
      title: 'deploy',
      command: ['npx', 'wrangler', 'deploy', envFlag(target), '--config', file, ...about],
      extra,
    },
  ]
}

/**
 * Returns the text of wrangler.toml with the pushed image instead of the Dockerfile. The Worker also gets the
 * tag, so that it can replace containers that run an image with another tag.
 * @param {string} toml
 * @param {string} tag
 */
export function withPushedImage(toml, tag) {
  return toml
    .replaceAll('image = "./merger/Dockerfile"', `image = "${REGISTRY}/${imageOf(tag)}"`)
    .replaceAll('MERGER_BUILD = ""', `MERGER_BUILD = "${tag}"`)
    .replaceAll(/^image_build_context = .*\n/gm, '')
}

/**
 * Returns the names in the JSON list that a command of Wrangler prints. A banner around the list is ignored.
 * @param {string} output
 * @returns {string[]}
 */
export function namesIn(output) {
  return [...output.matchAll(/"name":\s*"([\w.-]+)"/g)].map(([, name = '']) => name)
}

/**
 * Returns the version that is live now, from the output of `wrangler deployments list --json`; undefined
 * before the first deploy.
 * @param {string} output
 */
export function lastVersion(output) {
  return [...output.matchAll(/"version_id":\s*"([\w-]+)"/g)].at(-1)?.[1]
}
