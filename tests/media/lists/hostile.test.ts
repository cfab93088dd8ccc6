import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { hostile } from './hostile.ts'

const MEMORY = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 50 }

test.each(Object.entries(hostile))(
  'reads a list with %s within 2 s and 250 MB',
  { timeout: 20_000 },
  async (name, [, outcome]) => {
    const program = path.join(import.meta.dirname, 'hostile-worker.ts')
    const worker = new Worker(program, { workerData: name, resourceLimits: MEMORY, stdout: true })
    const read = JSON.parse(await text(worker.stdout)) as { outcome: string; milliseconds: number }
    expect(read.outcome).toBe(outcome)
    expect(read.milliseconds).toBeLessThan(2_000)
  },
)
