import fs from 'node:fs'

const OURS = /workerd|wrangler|merger\/server|merger\/extract|yt_dlp|ffmpeg/

/** Command lines of the product's processes that are still there. The namespace sees only its own. */
export function leftovers(): string[] {
  const lines = fs.readdirSync('/proc').map((pid) => (/^\d+$/.test(pid) ? commandLine(pid) : ''))
  return lines.filter((line) => OURS.test(line))
}

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : ''
}
