import { workerData } from 'node:worker_threads'
import { Failure } from '#contract/failure.ts'
import { readDash, timelineOf } from '#media/lists/dash.ts'
import { readHls } from '#media/lists/hls.ts'
import { hostile } from './hostile.ts'

const url = 'https://cdn.example/list'
const [text] = hostile[workerData as string]!

function outcome(): string {
  try {
    if (text.startsWith('#EXTM3U')) readHls(text, { url })
    else {
      const presentation = readDash(text, url)
      for (const { representations } of presentation.periods)
        for (const one of representations.slice(0, 20)) timelineOf(presentation, one)
    }
    return 'read'
  } catch (error) {
    return error instanceof Failure ? error.code : String(error)
  }
}

const before = process.threadCpuUsage()
const found = outcome()
const { user, system } = process.threadCpuUsage(before)
process.stdout.write(JSON.stringify({ outcome: found, milliseconds: (user + system) / 1_000 }))
