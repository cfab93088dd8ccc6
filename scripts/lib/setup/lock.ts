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

export const lockFile = `${root}/package-lock.json`
export const readLock = (): Lock => JSON.parse(fs.readFileSync(lockFile, 'utf8'))

/** Developers use different registries, so no entry names one. Without its integrity, npm checks nothing. */
export function lockProblems(lock: Lock): string[] {
  const problems = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue
    if (entry.resolved) problems.push(`${path} names the host of a registry`)
    if (!entry.integrity)
      problems.push(`${path} has no integrity: run node scripts/lib/setup/complete-lock.ts`)
  }
  return problems
}
