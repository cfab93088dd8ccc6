import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { start } from './run.ts'

const PROGRAM = path.join(import.meta.dirname, '../ytdlp/sandbox_check.py')
const CHECK_MS = 20_000

/** docs/decisions/sandbox.md describes them. */
const protections = ['privileges', 'network', 'processes', 'limits', 'files', 'guard'] as const
type Protection = (typeof protections)[number]

export type Sandbox = Record<Protection, boolean>

/**
 * Every Linux kernel with seccomp supports these protections. The other two need Landlock: `files` from Linux
 * 5.13 on, `guard` from Linux 6.7 on.
 */
const REQUIRED: readonly Protection[] = ['privileges', 'network', 'processes', 'limits']

const reportSchema = z.partialRecord(z.enum(protections), z.boolean())

export async function testSandbox(config: Config, guard: string): Promise<Sandbox> {
  const folder = await mkdtemp(path.join(config.WORK_DIR, 'sandbox-'))
  const secret = path.join(folder, 'secret')
  try {
    await writeFile(secret, 'x', { mode: 0o600 })
    const reports = await Promise.all([
      check(config, ['media', String(process.pid), secret]),
      check(config, ['extraction', String(process.pid), secret, guard, process.execPath]),
    ])
    // Only the yt-dlp child tests `guard`.
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
    return undefined
  }
}
