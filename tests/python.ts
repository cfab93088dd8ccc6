import fs from 'node:fs'
import { root } from './internet/cache.ts'

const own = `${root}/.cache/yt-dlp/bin/python`

/**
 * Path of the Python that has yt-dlp: PYTHON if it is set, else the one that set-up installs, else the
 * system's. Packages cannot be installed inside the sealed internet.
 */
export const python = process.env['PYTHON'] ?? (fs.existsSync(own) ? own : '/usr/bin/python3')
