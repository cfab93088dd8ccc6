import fs from 'node:fs'
import { root } from './step.mjs'

// Adds optional binary packages of other systems to the lock file, by name and version. A registry that does
// not have them leaves them out, and then `npm ci` rejects the lock file (EUSAGE). Run this after each change
// of dependencies.

/**
 * @typedef {{ version?: string, optional?: boolean, optionalDependencies?: Record<string, string> }} Entry
 */

const file = `${root}/package-lock.json`
const lock = /** @type {{ packages: Record<string, Entry> }} */ (JSON.parse(fs.readFileSync(file, 'utf8')))
/** @type {[name: string, range: string][]} */
const added = []

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
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added.length} entries added`)

/**
 * Returns the lock entry of a binary package. Its name ends with its system: "…-linux-arm64-musl".
 * @type {(name: string, range: string) => Entry}
 */
function foreignBinary(name, range) {
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
