import { execFileSync } from 'node:child_process'
import path from 'node:path'

const modules = path.join(import.meta.dirname, '../../merger/ytdlp')

/**
 * Returns whether Landlock in this kernel can restrict access to both files and TCP ports. This needs version
 * 4 of the Landlock interface (Linux 6.7). On an older kernel, the tests of both restrictions are skipped.
 */
export function hasLandlock(python: string): boolean {
  const code = 'import sandbox_kernel; print(sandbox_kernel.landlock_version())'
  const env = { ...process.env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' }
  return Number(execFileSync(python, ['-c', code], { encoding: 'utf8', env })) >= 4
}
