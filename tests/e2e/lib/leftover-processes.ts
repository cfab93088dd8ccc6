import fs from 'node:fs'

const PRODUCT = /workerd|wrangler|merger\/server|merger\/ytdlp|yt_dlp|ffmpeg/

/**
 * Returns the command lines of processes of the product that still run. All of them are visible, because the
 * sealed internet has a process namespace of its own.
 */
export function leftoverProcesses(): string[] {
  const lines = fs.readdirSync('/proc').map((pid) => (/^\d+$/.test(pid) ? commandLine(pid) : ''))
  return lines.filter((line) => PRODUCT.test(line))
}

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : ''
}
