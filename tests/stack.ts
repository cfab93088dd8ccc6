import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import { python } from './python.ts'

const imports = ['-c', 'import yt_dlp_ejs, curl_cffi']

/**
 * Defines a suite that needs yt-dlp and two optional packages of yt-dlp:
 * - yt-dlp-ejs: the solver of YouTube's challenges
 * - curl-cffi: browser impersonation
 *
 * If one of the two packages is missing, the suite is skipped. `npm test` installs all three packages in the
 * versions that merger/requirements.txt pins. If `npm test` cannot reach the Python package index, it reports
 * this.
 */
export const describeFullStack = describe.skipIf(spawnSync(python, imports).status !== 0)
