import fs from 'node:fs'

const PRODUCT = /workerd|wrangler|merger\/server|merger\/ytdlp|yt_dlp|ffmpeg/

/**
 * Returns the command lines of processes of the product that still run. The tests and the product run in
 * the sealed internet, which has its own PID namespace. So /proc lists all processes of the product, and no
 * processes from outside.
 */
export function leftoverProcesses(): string[] {
  const lines = fs.readdirSync('/proc').map((pid) => (/^\d+$/.test(pid) ? commandLine(pid) : ''))
  return lines.filter((line) => PRODUCT.test(line))
}

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : ''
}
