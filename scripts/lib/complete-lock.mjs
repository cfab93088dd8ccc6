import fs from 'node:fs'
import { root } from './step.mjs'

// A registry that lacks some foreign platforms' binaries leaves them out of the lock file, and `npm ci` then refuses it
// (EUSAGE). This writes the missing optional entries, by name and version only. Run it after each change of dependencies.

const file = `${root}/package-lock.json`
const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
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

/** The lock entry of a binary package, its system read from its name ("…-linux-arm64-musl"). */
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
