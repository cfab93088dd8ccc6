import fs from 'node:fs'
import { root } from '../step.mjs'

/**
 * An entry of package-lock.json. `os`, `cpu` and `libc` are the systems for which a binary package is made.
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {{ packages: Record<string, Entry> }} Lock */
/** @typedef {{ os: string, cpu: string, libc?: string }} System */

export const lockFile = `${root}/package-lock.json`
/** @returns {Lock} */
export const readLock = () => JSON.parse(fs.readFileSync(lockFile, 'utf8'))

/**
 * Returns the problems of the lock file. An entry has a problem in each of these cases:
 * - The entry names the host of a registry. No host is allowed, because developers may use different
 *   registries.
 * - The entry has no hash. Only an optional package for other systems than `system` may have no hash, because
 *   some registries lack such packages. A developer on such a system adds the hash with complete-lock.mjs.
 * @param {Lock} lock
 * @param {System} system
 * @returns {string[]}
 */
export function lockProblems(lock, system) {
  const problems = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue
    if (entry.resolved) problems.push(`${path} names the host of a registry`)
    if (!entry.integrity && (!entry.optional || isFor(entry, system)))
      problems.push(`${path} has no integrity: run node scripts/lib/setup/complete-lock.mjs`)
  }
  return problems
}

/** @type {(entry: Entry, system: System) => boolean} */
function isFor({ os, cpu, libc }, system) {
  const fits = (/** @type {string[] | undefined} */ names, /** @type {string | undefined} */ name) =>
    !names || !name || names.includes(name)
  return fits(os, system.os) && fits(cpu, system.cpu) && fits(libc, system.libc)
}

/**
 * Returns the system that this process runs on.
 * @returns {System}
 */
export function thisSystem() {
  const system = { os: process.platform, cpu: process.arch }
  if (process.platform !== 'linux') return system
  const isMusl = fs.readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
  return { ...system, libc: isMusl ? 'musl' : 'glibc' }
}
