import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'

// Ends everything that a script has started. This happens when the script or its npm process ends, or when
// the script gets a signal.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PARENT_CHECK_MS = 500
const GRACE_MS = 5_000

type CleanUp = () => unknown

const cleanUps: Set<CleanUp> = new Set()
let isEnding = false

export const ends = () => isEnding

/** A clean-up must not call `run` (step.ts), which starts nothing while the script is ending. */
export function atEnd(work: CleanUp): () => void {
  cleanUps.add(work)
  return () => void cleanUps.delete(work)
}

export function temporaryFolder(name: string): string {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/${name}-`)
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function cleanUp() {
  isEnding = true
  for (const one of [...cleanUps].toReversed()) {
    cleanUps.delete(one)
    try {
      await one()
    } catch (error) {
      console.error(error)
    }
  }
}

export function stopRequest(): Promise<'SIGINT' | 'SIGTERM' | 'SIGHUP'> {
  return new Promise((resolve) => {
    // `on` instead of `once`: otherwise a second signal would kill the script before everything is cleaned
    // up.
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
    if (process.env['npm_lifecycle_event'] === undefined) return
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && resolve('SIGHUP'), PARENT_CHECK_MS).unref()
  })
}

export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function endGroup(child: ChildProcess, ended: Promise<unknown>) {
  signalGroup(child, 'SIGTERM')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, GRACE_MS)))
  await Promise.race([ended, late])
  clearTimeout(timer)
  signalGroup(child, 'SIGKILL')
}
