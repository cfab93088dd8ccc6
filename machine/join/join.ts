import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseJoinKey } from '#contract/engine/line.ts'
import { makeFolders } from '../serve/folders.ts'
import { isListening, startMerger } from '../serve/merger.ts'
import { settingsOf } from '../serve/settings.ts'
import { keepLine } from './line.ts'

const LISTEN_MS = 100

/** `machine merger --join KEY`: one merger that works for an edge elsewhere. */
export async function joinEdge(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { join: given = '' } = parseArgs({ args, options: { join: { type: 'string' } } }).values
  const key = parseJoinKey(given)
  if (!key) throw new Error('Usage: machine merger --join KEY. The KEY comes from `machine join-key NAME`.')
  const settings = settingsOf(env)
  makeFolders(settings.DATA)
  const merger = startMerger(settings, env, key.key)
  const leaving = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => leaving.abort())
  while (!leaving.signal.aborted && !(await isListening(settings.MERGER_PORT))) await sleep(LISTEN_MS)
  await keepLine(key, `http://127.0.0.1:${settings.MERGER_PORT}`, leaving.signal)
  await merger.end()
}
