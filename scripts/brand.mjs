import fs from 'node:fs'
import { main, root, StepFailed } from './lib/step.mjs'
import { assertNode, namespace, readArguments } from './lib/kv.mjs'

const HELP = `npm run brand -- COMMAND [--remote]

  list                 lists the hosts that have their own brand
  show HOST            prints the brand of a host as JSON, or its fallback: a start for a new file
  check FILE           checks a brand file and explains each problem
  put HOST FILE        checks a brand and writes it; visitors see it within a minute
  remove HOST          removes a brand; the host then gets a brand made from its name

  --remote             changes the deployed storage instead of this machine's
  --add-route          with put: adds the host's route to wrangler.toml (deploy afterwards)
  --state FOLDER       the folder of the local storage, .wrangler/state by default
  --config FILE        another wrangler.toml`

/** @typedef {import('./lib/kv.mjs').Options} Options */
/** @typedef {import('../contract/brand.ts').Brand} Brand */
/** @typedef {(args: string[], options: Options) => Promise<void>} Command */

/** `npm run brand`: manages the brands in KV. */
await main(async () => {
  assertNode()
  const { positionals, options } = readArguments({
    remote: 'switch',
    'add-route': 'switch',
    state: 'text',
    config: 'text',
  })
  const [name = '', ...rest] = positionals
  const command = new Map(Object.entries({ list, show, check, put, remove })).get(name)
  if (!command) throw new StepFailed(HELP)
  await command(rest, options)
})

/** @type {Command} */
async function list(_args, options) {
  const keys = await namespace('BRANDS', options).list()
  if (keys.length === 0) console.log('No host has its own brand yet.')
  for (const { name, metadata } of keys)
    console.log(`${name.padEnd(32)} ${metadata?.name ?? ''}${metadata?.put ? `  since ${metadata.put}` : ''}`)
}

/** @type {Command} */
async function show([given], options) {
  const host = hostFrom(given, 'show HOST')
  const stored = await namespace('BRANDS', options).get(host)
  if (stored !== undefined) return console.log(JSON.stringify(JSON.parse(stored), null, 2))
  const { fallbackBrand } = await import('../contract/brand.ts')
  console.error(`${host} has no own brand. This is its fallback:`)
  console.log(JSON.stringify(fallbackBrand(host), null, 2))
}

/** @type {Command} */
async function check([file]) {
  const brand = await checkedBrand(file)
  console.log(`✓ ${file}: the brand of ${brand.domain} is valid`)
}

/** @type {Command} */
async function put([given, file], options) {
  const host = hostFrom(given, 'put HOST FILE')
  const brand = await checkedBrand(file, host)
  const about = { name: brand.branding.name, put: new Date().toISOString().slice(0, 10) }
  await namespace('BRANDS', options).put(host, JSON.stringify(brand), about)
  console.log(
    `✓ ${host}: "${brand.branding.name}" is written${options.remote ? '' : ' (on this machine only)'}`,
  )
  console.log(
    `  Mail to ${brand.contact.email} and dmca@${host} must arrive, because the pages name both addresses.`,
  )
  await route(host, options)
}

/** @type {Command} */
async function remove([given], options) {
  const host = hostFrom(given, 'remove HOST')
  const brands = namespace('BRANDS', options)
  if ((await brands.get(host)) === undefined) throw new StepFailed(`${host} has no own brand.`)
  await brands.remove(host)
  console.log(
    `✓ ${host}: removed. To detach the host, remove its line from routes in wrangler.toml and deploy.`,
  )
}

/**
 * Prints the route of a host, or adds the route to wrangler.toml if the operator asked for this.
 * @type {(host: string, options: Options) => Promise<void>}
 */
async function route(host, options) {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const { routeHosts } = await import('./lib/deploy/plan.mjs')
  const { withRoute } = await import('./lib/brand/route.mjs')
  const file = options.config ?? `${root}/wrangler.toml`
  const line = `{ pattern = "${host}", custom_domain = true }`
  if (routeHosts(readConfig({ config: file }, { hideWarnings: true })).includes(host))
    return console.log('  wrangler.toml already has its route.')
  const after = withRoute(fs.readFileSync(file, 'utf8'), line)
  if (after === undefined) throw new StepFailed(`wrangler.toml has no routes. Add: routes = [${line}]`)
  if (!options['add-route'])
    return console.log(
      `  Add its route to wrangler.toml (or run again with --add-route), then deploy:\n    ${line}`,
    )
  fs.writeFileSync(file, after)
  console.log(
    '  Its route was added to wrangler.toml. Attach the domain: npx wrangler triggers deploy --env=',
  )
}

/**
 * Reads and checks a brand file, and prints all notes and problems. Throws StepFailed when the brand cannot
 * be used.
 * @type {(file: string | undefined, host?: string) => Promise<Brand>}
 */
async function checkedBrand(file, host) {
  if (!file) throw new StepFailed(HELP)
  const { checkBrand } = await import('./lib/brand/check.mjs')
  const { brand, problems, notes } = checkBrand(readJson(file), host)
  for (const { field, message } of notes) console.log(`  note  ${field}: ${message}`)
  if (problems.length === 0 && brand) return brand
  const lines = problems.map(({ field, message }) => `  ${field}: ${message}`)
  throw new StepFailed(`${file} cannot be used:\n${lines.join('\n')}`)
}

/** @type {(file: string) => unknown} */
function readJson(file) {
  if (!fs.existsSync(file)) throw new StepFailed(`There is no file ${file}.`)
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StepFailed(`${file} is not JSON: ${String(error)}`, { cause: error })
  }
}

/**
 * Returns a host in the form in which the edge looks it up: lower case, without port. Accepts a URL without a
 * path, too.
 * @type {(given: string | undefined, usage: string) => string}
 */
function hostFrom(given, usage) {
  const host = given
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  if (!host) throw new StepFailed(`Usage: npm run brand -- ${usage}`)
  if (!/^(?=.{1,253}$)([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/.test(host))
    throw new StepFailed(`${given} is not a host. Write it without port and path, like clips.example.`)
  return host
}
