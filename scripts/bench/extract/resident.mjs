import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root, StepFailed } from '../../lib/step.mjs'

/**
 * Starts yt-dlp in one resident process (resident.py). The method `extract` of the returned object runs one
 * extraction and returns its wall-clock time in milliseconds.
 * @param {string} python path of the Python that has yt-dlp
 * @param {string} guard URL of the egress guard
 */
export function startResident(python, guard) {
  const child = spawn(python, [`${root}/scripts/bench/extract/resident.py`, guard, process.execPath], {
    env: { ...process.env, PYTHONPATH: `${root}/merger/ytdlp` },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** @type {(url: string) => Promise<number>} */
    async extract(url) {
      child.stdin.write(`${url}\n`)
      const { value = 'the process has ended' } = await lines.next()
      const ms = Number(value)
      if (Number.isNaN(ms)) throw new StepFailed(`yt-dlp alone failed on ${url}: ${value}`)
      return ms
    },
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
