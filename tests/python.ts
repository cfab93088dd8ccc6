import fs from 'node:fs'
import { root } from './internet/cache.ts'

const own = `${root}/.cache/yt-dlp/bin/python`

/**
 * Path of a Python with yt-dlp: the variable PYTHON if it is set, otherwise the virtual environment that `npm
 * test` installs, otherwise the system's Python. In the sealed internet (the network namespace of
 * tests/internet/enter.sh), tests cannot install yt-dlp, because they cannot reach a package index.
 */
export const python = process.env['PYTHON'] ?? (fs.existsSync(own) ? own : '/usr/bin/python3')
