import { forkEngine, type ForkedEngine } from '../../merger/merge/lib/fork-engine.ts'
import { startOrigin, type Origin } from '../../merger/merge/lib/origin.ts'
import { media } from '../../merger/merge/lib/media.ts'
import { json, listen, type Server } from './listen.ts'

const SOURCES = ['large.mp4', 'large.m4a'] as const
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
export async function startEngineServer(): Promise<Server & { engine: string }> {
  // A killed engine starts again on the same port.
  const free = await listen(() => undefined)
  const port = Number(new URL(free.origin).port)
  await free.close()
  let source: Origin | undefined
  let engine: ForkedEngine | undefined
  const start = async () => {
    // Without ffmpeg this throws here. In the origin it would throw in the middle of a request.
    SOURCES.forEach(media)
    source ??= await startOrigin(0)
    const [video, audio] = SOURCES.map((name) => source!.url(`plain/${name}`))
    return await forkEngine(port, video!, audio!, { backlog: BACKLOG })
  }
  const control = await listen(async (_request, response, { pathname }) => {
    if (pathname === '/kill' && engine) {
      await engine.end('SIGKILL')
      engine.clear()
      engine = undefined
    }
    try {
      engine ??= await start()
      json(response, 200, { origin: engine.origin })
    } catch (error) {
      json(response, 500, { error: `The engine does not start: ${String(error)}` })
    }
  })
  return {
    origin: control.origin,
    engine: `http://127.0.0.1:${port}`,
    async close() {
      await control.close()
      engine?.clear()
      await source?.close()
    },
  }
}
