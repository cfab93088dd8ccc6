import fs from 'node:fs'
import { root } from '../step.ts'

export interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }
type System = { os: string; cpu: string; libc?: string }

export const lockFile = `${root}/package-lock.json`
export const readLock = (): Lock => JSON.parse(fs.readFileSync(lockFile, 'utf8'))

/** Developers use different registries, and some lack optional packages of other systems. */
export function lockProblems(lock: Lock, system: System): string[] {
  const problems = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue
    if (entry.resolved) problems.push(`${path} names the host of a registry`)
    if (!entry.integrity && (!entry.optional || isFor(entry, system)))
      problems.push(`${path} has no integrity: run node scripts/lib/setup/complete-lock.ts`)
  }
  return problems
}

function isFor({ os, cpu, libc }: Entry, system: System): boolean {
  const fits = (names: string[] | undefined, name: string | undefined) =>
    !names || !name || names.includes(name)
  return fits(os, system.os) && fits(cpu, system.cpu) && fits(libc, system.libc)
}

export function thisSystem(): System {
  const system = { os: process.platform, cpu: process.arch }
  if (process.platform !== 'linux') return system
  const isMusl = fs.readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
  return { ...system, libc: isMusl ? 'musl' : 'glibc' }
}
