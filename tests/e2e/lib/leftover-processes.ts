import fs from 'node:fs'
import { isUnder } from '../../internet/soak/processes.ts'

const PRODUCT = /workerd|wrangler|merger\/server|merger\/ytdlp|yt_dlp|ffmpeg/

/**
 * Returns the processes of products that run now. The tests and the products run in the sealed internet,
 * which has its own PID namespace. So /proc lists all processes of the products, and none from outside.
 */
export const productPids = (): ReadonlySet<number> => new Set(productLines().keys())

/** Returns the command lines of product processes that still run, except `others` and their descendants. */
export function leftoverProcesses(others: ReadonlySet<number> = new Set()): string[] {
  return [...productLines()].filter(([pid]) => !isUnder(pid, others)).map(([, line]) => line)
}

function productLines(): Map<number, string> {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const lines = pids.map((pid) => [Number(pid), commandLine(pid)] as const)
  return new Map(lines.filter(([, line]) => PRODUCT.test(line)))
}

function commandLine(pid: string): string {
  const file = `/proc/${pid}/cmdline`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\0', ' ').trim() : ''
}
