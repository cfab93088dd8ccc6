import { parentPort } from 'node:worker_threads'
import { answer } from '../../../../merger/process/reading-wire.ts'

const does: Record<string, () => unknown> = {
  turns: () => {
    for (;;);
  },
  backtracks: () => /^(\d+)*x$/.test('1'.repeat(60)),
  'fills memory': () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 1_000 }, (_, at) => ({ at })))
  },
}

const factsOffset = (bytes: Buffer) => does[bytes.toString()]?.() ?? bytes.length

parentPort?.on('message', (order) => parentPort?.postMessage(answer({ factsOffset }, order), []))
