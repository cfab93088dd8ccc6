import fs from 'node:fs'
import { root } from './internet/cache.ts'

const own = `${root}/.cache/yt-dlp/bin/python`

/**
 * Path of a Python with yt-dlp. The first case that applies decides:
 * - The variable PYTHON is set: its value.
 * - `npm test` has installed a virtual environment: the Python in it.
 * - Otherwise: the Python of the system.
 *
 * Tests in the sealed internet (the network namespace of tests/internet/enter.sh) cannot install yt-dlp,
 * because they cannot reach a package index.
 */
export const python = process.env['PYTHON'] ?? (fs.existsSync(own) ? own : '/usr/bin/python3')
