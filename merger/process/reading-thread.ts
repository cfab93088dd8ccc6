import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { readers } from './readers.ts'
import { answer } from './reading-wire.ts'

/** Below the event loop, above the programs that work for one visitor. */
const NICE = 5

// Linux takes the zero for this thread alone, other systems for the whole process.
if (process.platform === 'linux') os.setPriority(0, NICE)

parentPort?.on('message', (order: unknown) => parentPort?.postMessage(answer(readers, order), []))
