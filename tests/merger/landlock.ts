import { execFileSync } from 'node:child_process'
import path from 'node:path'

const modules = path.join(import.meta.dirname, '../../merger/ytdlp')

/**
 * Whether this kernel limits files and TCP ports by Landlock (version 4 of its interface, Linux 6.7). Tests
 * of these two protections are skipped without it, and the merger then reports them as missing.
 */
export function hasLandlock(python: string): boolean {
  const code = 'import sandbox_kernel; print(sandbox_kernel.landlock_version())'
  const env = { ...process.env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' }
  return Number(execFileSync(python, ['-c', code], { encoding: 'utf8', env })) >= 4
}
