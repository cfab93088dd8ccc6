import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { canonicalLink } from '#contract/platforms/index.ts'
import { extractLineSchema, type Extraction, type ExtractLine } from '#contract/engine/extraction.ts'
import { config } from '../../merger/config.ts'
import { start } from '../../merger/server.ts'
import { python } from '../python.ts'

export type Merger = Awaited<ReturnType<typeof startMerger>>

/** Starts a complete merger on a free port with its own work folder. */
export async function startMerger(env: Record<string, string> = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merger-test-'))
  const merger = await start(config({ PYTHON: python, ...process.env, PORT: '0', WORK_DIR: folder, ...env }))
  return {
    origin: `http://127.0.0.1:${merger.port}`,
    async close() {
      await merger.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns all lines of the response of `/extract` for a link. */
export async function extractLines(merger: Merger, url: string, item?: number): Promise<ExtractLine[]> {
  const answer = await fetch(`${merger.origin}/extract`, {
    method: 'POST',
    body: JSON.stringify({ v: 1, url, ...(item && { item }) }),
  })
  const text = await answer.text()
  return text
    .trim()
    .split('\n')
    .map((line) => extractLineSchema.parse(JSON.parse(line)))
}

/** Follows a link that leads to a platform, as the edge does. */
async function lastLine(merger: Merger, url: string, item?: number): Promise<ExtractLine | undefined> {
  const last = (await extractLines(merger, url, item)).at(-1)
  if (last?.state !== 'led') return last
  return (await extractLines(merger, canonicalLink(last.link).url, item)).at(-1)
}

/** Returns the extraction of a link. Throws an Error when the extraction fails. */
export async function extract(merger: Merger, url: string, item?: number): Promise<Extraction> {
  const last = await lastLine(merger, url, item)
  if (last?.state !== 'done') throw new Error(`${url}: ${JSON.stringify(last)}`)
  return last.extraction
}

/**
 * Extracts a link that is expected to fail, and returns the failure code. If the extraction does not fail,
 * returns the state in the last line of the response.
 */
export async function failureFor(merger: Merger, url: string, item?: number): Promise<string> {
  const last = await lastLine(merger, url, item)
  return last?.state === 'failed' ? last.code : `${last?.state}`
}

/** Reads the ids of all descendants of a process from /proc, and returns them. */
export function processesUnder(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // The process ended before its file in /proc could be read.
      continue
    }
  }
  const below = (id: number): number[] =>
    [...parents].filter(([, parent]) => parent === id).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}
