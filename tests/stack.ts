import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import { python } from './python.ts'

const imports = ['-c', 'import yt_dlp_ejs, curl_cffi']

/**
 * A suite that needs yt-dlp with solver and impersonation, as merger/requirements.txt pins them. `npm test`
 * installs them where the Python index can be reached, and its output says when it could not. Elsewhere the
 * suite is skipped.
 */
export const describeFullStack = describe.skipIf(spawnSync(python, imports).status !== 0)
