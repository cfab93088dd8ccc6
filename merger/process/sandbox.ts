import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { start } from './run.ts'

const PROGRAM = path.join(import.meta.dirname, '../ytdlp/sandbox_check.py')
const CHECK_MS = 20_000

/** The protections of the sandbox. docs/decisions/017-sandbox.md describes them. */
const protections = ['privileges', 'network', 'processes', 'limits', 'files', 'guard'] as const
type Protection = (typeof protections)[number]

/**
 * States for each protection whether it works on this system:
 * - `privileges`: No program can gain privileges.
 * - `network`: ffmpeg, ffprobe and the JavaScript runtime cannot open sockets. Python can only connect by
 *   TCP.
 * - `processes`: ffmpeg and ffprobe cannot start a process. No child process can signal the merger, trace it
 *   or read its memory.
 * - `limits`: Memory, processor time, file size and open files are limited.
 * - `files`: Child processes cannot read or write the files of other merge attempts.
 * - `guard`: The kernel allows Python to connect only to the port of the egress guard.
 */
export type Sandbox = Record<Protection, boolean>

/**
 * Every Linux kernel with seccomp supports these protections. The other two need Landlock: `files` from Linux
 * 5.13 on, `guard` from Linux 6.7 on. A container uses the kernel of its host.
 */
const REQUIRED: readonly Protection[] = ['privileges', 'network', 'processes', 'limits']

const reportSchema = z.partialRecord(z.enum(protections), z.boolean())

/**
 * Attacks the protections from two child processes: one has the limits of ffmpeg, the other has the limits of
 * a yt-dlp child. A protection works when every attack on it fails.
 * @param guard URL of the egress guard
 */
export async function testSandbox(config: Config, guard: string): Promise<Sandbox> {
  // The folder holds a test file that stands for the media of another attempt. No sandboxed child may read
  // this file.
  const folder = await mkdtemp(path.join(config.WORK_DIR, 'sandbox-'))
  const secret = path.join(folder, 'secret')
  try {
    await writeFile(secret, 'x', { mode: 0o600 })
    const reports = await Promise.all([
      check(config, ['media', String(process.pid), secret]),
      check(config, ['extraction', String(process.pid), secret, guard, process.execPath]),
    ])
    // Each of the two child processes reports which protections work. A protection counts as working only if
    // both children report that it works. `guard` is the exception: only the yt-dlp child tests it, so the
    // report of this child is enough. If a child sends no report, all protections count as not working.
    const holds = (name: Protection) =>
      reports.every((report) => report !== undefined && (report[name] ?? name === 'guard'))
    return {
      privileges: holds('privileges'),
      network: holds('network'),
      processes: holds('processes'),
      limits: holds('limits'),
      files: holds('files'),
      guard: holds('guard'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws an Error with a message for the operator when one of the REQUIRED protections is missing. */
export function requireProtections(sandbox: Sandbox): void {
  const missing = REQUIRED.filter((name) => !sandbox[name])
  if (missing.length === 0) return
  throw new Error(
    `The merger cannot start: its sandbox lacks ${missing.join(', ')}. See docs/image.md, or set SANDBOX=report.`,
  )
}

async function check(config: Config, args: string[]): Promise<z.infer<typeof reportSchema> | undefined> {
  const child = start(config.PYTHON, [PROGRAM, ...args], {
    signal: AbortSignal.timeout(CHECK_MS),
    deadline: CHECK_MS,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  })
  try {
    const [output] = await Promise.all([text(child.stdout), child.ended])
    return reportSchema.parse(JSON.parse(output))
  } catch {
    // undefined = no valid report from this child. For `testSandbox`, all protections then count as not
    // working.
    return undefined
  }
}
