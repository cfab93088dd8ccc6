import fs from 'node:fs'
import { argumentsOf, main, StepFailed, usageError } from '../lib/step.ts'
import { type Storage, namespace, STORAGE_OPTIONS } from './kv.ts'
import { configOf } from './config.ts'
import { type Brand, fallbackBrand } from '../../contract/brand.ts'
import { routeHosts } from './deploy/plan.ts'
import { checkBrand } from './brand/check.ts'

const HELP = `npm run brand -- COMMAND [--remote]

  list                 lists the hosts that have their own brand
  show HOST            prints the brand of a host as JSON, or its fallback: a start for a new file
  check FILE           checks a brand file and explains each problem
  put HOST FILE        checks a brand and writes it; visitors see it within a minute. - reads standard input
  remove HOST          removes a brand; the host then gets a brand made from its name

  --remote             changes the deployed storage instead of this machine's
  --env staging        the storage of staging
  --state FOLDER       the folder of the local storage, .wrangler/state by default
  --config FILE        another wrangler.toml`

const STDIN = 0

await main(async () => {
  const { positionals, values: options } = argumentsOf(HELP, STORAGE_OPTIONS, { most: 3 })
  const [name = '', ...rest] = positionals
  const command = new Map(Object.entries({ list, show, check, put, remove })).get(name)
  if (!command) throw usageError(HELP, 'Name a command.')
  await command(rest, options)
})

async function list(_args: string[], options: Storage): Promise<void> {
  const keys = await (await namespace('BRANDS', options)).list()
  if (keys.length === 0) console.log('No host has its own brand yet.')
  for (const { name, metadata } of keys)
    console.log(`${name.padEnd(32)} ${metadata?.name ?? ''}${metadata?.put ? `  since ${metadata.put}` : ''}`)
}

async function show([given]: string[], options: Storage): Promise<void> {
  const host = hostFrom(given, 'show HOST')
  const stored = await (await namespace('BRANDS', options)).get(host)
  if (stored !== undefined) return console.log(JSON.stringify(JSON.parse(stored), null, 2))
  console.error(`${host} has no own brand. This is its fallback:`)
  console.log(JSON.stringify(fallbackBrand(host), null, 2))
}

async function check([file]: string[]): Promise<void> {
  const brand = await checkedBrand(file)
  console.log(`✓ ${file}: the brand of ${brand.domain} is valid`)
}

async function put([given, file]: string[], options: Storage): Promise<void> {
  const host = hostFrom(given, 'put HOST FILE')
  const brand = await checkedBrand(file, host)
  const about = { name: brand.branding.name, put: new Date().toISOString().slice(0, 10) }
  const brands = await namespace('BRANDS', options)
  await brands.put(host, JSON.stringify(brand), about)
  console.log(
    `✓ ${host}: "${brand.branding.name}" is written${options.remote || options.machine ? '' : ' (on this machine only)'}`,
  )
  console.log(
    `  Mail to ${brand.contact.email} and dmca@${host} must arrive, because the pages name both addresses.`,
  )
  await printRoute(host, options)
}

async function remove([given]: string[], options: Storage): Promise<void> {
  const host = hostFrom(given, 'remove HOST')
  const brands = await namespace('BRANDS', options)
  if ((await brands.get(host)) === undefined) throw new StepFailed(`${host} has no own brand.`)
  await brands.remove(host)
  console.log(
    `✓ ${host}: removed. To detach the host, remove its line from routes in wrangler.toml and deploy.`,
  )
}

async function printRoute(host: string, { config, machine }: Storage): Promise<void> {
  if (machine !== undefined)
    return console.log(`  Set DOMAIN so that it names ${host}, and start the machine again.`)
  if (routeHosts(await configOf('production', config)).includes(host)) return
  console.log(
    `  Add this line to routes in wrangler.toml, commit it, and attach the domain: npx wrangler triggers deploy --env=\n    { pattern = "${host}", custom_domain = true },`,
  )
}

async function checkedBrand(file: string | undefined, host?: string): Promise<Brand> {
  if (!file) throw usageError(HELP, 'Name a file.')
  const { brand, problems, notes } = checkBrand(readJson(file), host)
  for (const { field, message } of notes) console.log(`  note  ${field}: ${message}`)
  if (problems.length === 0 && brand) return brand
  const lines = problems.map(({ field, message }) => `  ${field}: ${message}`)
  throw new StepFailed(`${file} cannot be used:\n${lines.join('\n')}`)
}

function readJson(file: string): unknown {
  const source = file === '-' ? STDIN : file
  if (source !== STDIN && !fs.existsSync(source)) throw new StepFailed(`There is no file ${file}.`)
  try {
    return JSON.parse(fs.readFileSync(source, 'utf8'))
  } catch (error) {
    throw new StepFailed(`${file} is not JSON: ${String(error)}`, { cause: error })
  }
}

function hostFrom(given: string | undefined, usage: string): string {
  const host = given
    ?.toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  if (!host) throw new StepFailed(`Usage: npm run brand -- ${usage}`)
  if (!/^(?=.{1,253}$)([a-z\d-]{1,63}\.)+[a-z\d-]{2,63}$/.test(host))
    throw new StepFailed(`${given} is not a host. Write it without port and path, like clips.example.`)
  return host
}
