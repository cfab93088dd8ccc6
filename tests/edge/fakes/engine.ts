import { forkEngine, type ForkedEngine } from '../../merger/merge/lib/fork-engine.ts'
import { startOrigin, type Origin } from '../../merger/merge/lib/origin.ts'
import { json, listen, type Server } from './listen.ts'

const [ORIGIN_PORT, ENGINE_PORT] = [9295, 9296]
/**
 * While more than this many bytes of the merged file are not yet stored in the bucket, the merge engine
 * pauses the download of its source. The number is small, so that even a file of a few upload parts (8 MiB
 * each) causes a pause.
 */
const BACKLOG = 16 * 1024 ** 2

/**
 * Starts a server that runs the real merge engine, because workerd cannot start processes. A request for
 * `/start` starts the engine and returns the engine's origin. A request for `/kill` kills the engine and
 * starts it again. All merges of the engine make the same file of about sixteen parts.
 */
export async function startEngineServer(): Promise<Server> {
  let source: Promise<Origin> | undefined
  let engine: Promise<ForkedEngine> | undefined
  const fork = async () => {
    const { url } = await (source ??= startOrigin(ORIGIN_PORT))
    return await forkEngine(ENGINE_PORT, url('plain/large.mp4'), url('plain/audio.m4a'), { backlog: BACKLOG })
  }
  const control = await listen(async (_request, response, { pathname }) => {
    if (pathname === '/kill' && engine) {
      const running = await engine
      await running.end('SIGKILL')
      running.clear()
      engine = undefined
    }
    json(response, 200, { origin: (await (engine ??= fork())).origin })
  })
  return {
    origin: control.origin,
    async close() {
      await control.close()
      ;(await engine)?.clear()
      await (await source)?.close()
    },
  }
}
