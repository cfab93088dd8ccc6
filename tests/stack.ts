import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import { python } from './python.ts'

const imports = ['-c', 'import yt_dlp_ejs, curl_cffi']

/**
 * Defines a suite that needs yt-dlp, the solver of YouTube's challenges (yt-dlp-ejs) and browser
 * impersonation (curl-cffi), in the versions that merger/requirements.txt pins. `npm test` installs these
 * packages when it can reach the Python package index, and reports when it cannot. If a package is missing,
 * the suite is skipped.
 */
export const describeFullStack = describe.skipIf(spawnSync(python, imports).status !== 0)
