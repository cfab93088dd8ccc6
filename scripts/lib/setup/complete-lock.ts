import fs from 'node:fs'
import { type Entry, lockFile, readLock } from './lock.ts'
import { runOrFail } from '../step.ts'

// Some registries lack the optional packages of other systems. npm then omits them from the lock file, and
// `npm ci` rejects it (EUSAGE). Run this script after each change of dependencies.

const lock = readLock()
const added: [name: string, range: string][] = []

for (const [owner, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const known = [`node_modules/${name}`, `${owner}/node_modules/${name}`].some(
      (path) => lock.packages[path],
    )
    if (!known) added.push([name, range])
  }
}

for (const [name, range] of added) lock.packages[`node_modules/${name}`] = foreignBinary(name, range)
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
const missing = Object.entries(lock.packages).filter(
  ([path, entry]) => path && !entry.link && !entry.integrity,
)
const registry = (await runOrFail(['npm', 'config', 'get', 'registry'])).trim()
await Promise.all(
  missing.map(async ([path, entry]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const integrity = await integrityOf(name, entry.version ?? '')
    if (integrity) entry.integrity = integrity
  }),
)
const without = missing.filter(([, entry]) => !entry.integrity)
fs.writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added.length} entries added, ${missing.length - without.length} hashes added`)
if (without.length > 0) console.log(`The registry has no hash of ${without.map(([path]) => path).join(', ')}`)

async function integrityOf(name: string, version: string): Promise<string | undefined> {
  const answer = await fetch(new URL(`${name.replace('/', '%2f')}/${version}`, registry)).catch(
    () => undefined,
  )
  const { dist }: { dist?: { integrity?: string } } = answer?.ok ? await answer.json() : {}
  return /^sha512-[\w+/=]+$/.exec(dist?.integrity ?? '')?.[0]
}

function foreignBinary(name: string, range: string): Entry {
  const [, system, cpu] =
    /[-_/](aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows|wasm32)[-_]?([a-z0-9]*)/.exec(
      name,
    ) ?? []
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) ? ['glibc'] : undefined
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu && { cpu: [cpu === '64' ? 'x64' : cpu] }),
    optional: true,
    ...(system && system !== 'wasm32' && { os: [system === 'windows' ? 'win32' : system] }),
    ...(libc && { libc }),
  }
}
