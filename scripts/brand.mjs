import fs from 'node:fs'
import { main, root, StepFailed } from './lib/step.mjs'
import { assertNode, namespace, readArguments } from './lib/kv.mjs'

const HELP = `npm run brand -- COMMAND [--remote]

  list                 every host that has a brand of its own
  show HOST            its brand as JSON; without one, the fallback: a good file to start from
  check FILE           what is wrong with a brand, in words
  put HOST FILE        checks the brand and writes it; visitors see it within a minute
  remove HOST          the host falls back to a brand made from its name

  --remote             the deployed storage instead of this machine's
  --add-route          with put: adds the host's route to wrangler.toml (deploy afterwards)
  --state FOLDER       the local storage, where it is not .wrangler/state
  --config FILE        another wrangler.toml`

/** `npm run brand`: the operator's way to the brands in KV. */
await main(async () => {
  assertNode()
  const { words, options } = readArguments({
    remote: 'switch',
    'add-route': 'switch',
    state: 'text',
    config: 'text',
  })
  const [command, ...rest] = words
  const commands = { list, show, check, put, remove }
  if (!Object.hasOwn(commands, command ?? '')) throw new StepFailed(HELP)
  await commands[command](rest, options)
})

async function list(_words, options) {
  const keys = await namespace('BRANDS', options).list()
  if (keys.length === 0) console.log('No host has a brand of its own yet.')
  for (const { name, metadata } of keys)
    console.log(`${name.padEnd(32)} ${metadata?.name ?? ''}${metadata?.put ? `  since ${metadata.put}` : ''}`)
}

async function show([given], options) {
  const host = hostFrom(given, 'show HOST')
  const stored = await namespace('BRANDS', options).get(host)
  if (stored !== undefined) return console.log(JSON.stringify(JSON.parse(stored), null, 2))
  const { fallbackBrand } = await import('../contract/brand.ts')
  console.error(`${host} has no brand of its own. This is its fallback:`)
  console.log(JSON.stringify(fallbackBrand(host), null, 2))
}

async function check([file]) {
  const brand = await checkedBrand(file)
  console.log(`✓ ${file}: the brand of ${brand.domain} is complete`)
}

async function put([given, file], options) {
  const host = hostFrom(given, 'put HOST FILE')
  const brand = await checkedBrand(file, host)
  const about = { name: brand.branding.name, put: new Date().toISOString().slice(0, 10) }
  await namespace('BRANDS', options).put(host, JSON.stringify(brand), about)
  console.log(
    `✓ ${host}: "${brand.branding.name}" is written${options.remote ? '' : ' (on this machine only)'}`,
  )
  console.log(`  Mail to ${brand.contact.email} and dmca@${host} must arrive: pages name both.`)
  route(host, options)
}

async function remove([given], options) {
  const host = hostFrom(given, 'remove HOST')
  const brands = namespace('BRANDS', options)
  if ((await brands.get(host)) === undefined) throw new StepFailed(`${host} has no brand of its own.`)
  await brands.remove(host)
  console.log(
    `✓ ${host}: removed. To let the host go, take its line out of routes in wrangler.toml and deploy.`,
  )
}

/** Prints the route a host needs, or writes it. */
function route(host, options) {
  const file = options.config ?? `${root}/wrangler.toml`
  const before = fs.readFileSync(file, 'utf8')
  const line = `{ pattern = "${host}", custom_domain = true }`
  const list = /^routes = \[([^\]]*)\]/m.exec(before)
  if (!list) throw new StepFailed(`wrangler.toml has no list of routes. Add: routes = [${line}]`)
  if (list[1].includes(`"${host}"`)) return console.log('  Its route stands in wrangler.toml.')
  if (!options['add-route'])
    return console.log(
      `  Add its route to wrangler.toml (or run again with --add-route), then deploy:\n    ${line}`,
    )
  const routes = [...list[1].matchAll(/\{[^}]*\}/g)].map(([one]) => `  ${one},\n`)
  const after = `routes = [\n${routes.join('')}  ${line},\n]`
  fs.writeFileSync(
    file,
    before.replace(list[0], () => after),
  )
  console.log('  Its route was added to wrangler.toml. Deploy to attach the domain: npx wrangler deploy')
}

/** The brand of a file, with every remark printed; ends the script if it cannot be used. */
async function checkedBrand(file, host) {
  if (!file) throw new StepFailed(HELP)
  const { checkBrand } = await import('./lib/brand-check.mjs')
  const { brand, problems, notes } = checkBrand(readJson(file), host)
  for (const { field, words } of notes) console.log(`  note  ${field}: ${words}`)
  if (problems.length === 0 && brand) return brand
  const lines = problems.map(({ field, words }) => `  ${field}: ${words}`)
  throw new StepFailed(`${file} can’t be used:\n${lines.join('\n')}`)
}

function readJson(file) {
  if (!fs.existsSync(file)) throw new StepFailed(`There is no file ${file}.`)
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StepFailed(`${file} is not JSON: ${error.message}`, { cause: error })
  }
}

/** A host as the edge looks it up: lower case, no port. A pasted address will do. */
function hostFrom(given, usage) {
  const host = given
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  if (!host) throw new StepFailed(`Usage: npm run brand -- ${usage}`)
  if (!/^(?=.{1,253}$)([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/.test(host))
    throw new StepFailed(`${given} is no host. Write it without port and path, like clips.example.`)
  return host
}
