import { execFileSync } from 'node:child_process'
import path from 'node:path'

const modules = path.join(import.meta.dirname, '../../merger/ytdlp')

/**
 * Returns whether this kernel can restrict the access to files and TCP ports with Landlock (version 4 of its
 * interface, Linux 6.7). Otherwise the tests of both restrictions are skipped, and the merger reports them as
 * missing protections.
 */
export function hasLandlock(python: string): boolean {
  const code = 'import sandbox_kernel; print(sandbox_kernel.landlock_version())'
  const env = { ...process.env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' }
  return Number(execFileSync(python, ['-c', code], { encoding: 'utf8', env })) >= 4
}
