import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { config, type Config } from './config.ts'
import { startEgress } from './egress/egress.ts'
import { Extractor } from './extract/extractor.ts'
import { extractRoute } from './extract/route.ts'
import { ffmpegVersion, healthRoute } from './health.ts'
import { log } from './log.ts'
import { mergeRoutes } from './merge/routes.ts'
import { relayRoute } from './fetch/relay.ts'
import type { Route } from './http/route.ts'
import { json } from './http/json-body.ts'
import { tokenCheck } from './http/token.ts'
import { keepServingAfterErrors } from './process/uncaught.ts'
import { startWatchdog } from './process/watchdog.ts'

/** Starts the merger on its port. `close` ends everything it started. */
export async function start(settings: Config): Promise<{ port: number; close(): Promise<void> }> {
  const ffmpeg = await ffmpegVersion(settings.FFMPEG)
  const egress = await startEgress(settings)
  const extractor = new Extractor(settings, egress)
  try {
    await extractor.version
  } catch (error) {
    await egress.close()
    throw error
  }
  const merges = mergeRoutes({ config: settings, egress, extractor })
  const routes = [
    extractRoute(extractor),
    ...merges.routes,
    relayRoute(egress),
    healthRoute({ extractor, ffmpeg, merges: () => merges.load() }),
  ]
  const passes = tokenCheck(settings.MERGER_KEYS)
  const server = http.createServer((request, response) => {
    if (passes(request, response)) void answer(routes, request, response)
  })
  // Limits only how long a request may take to arrive. Responses (media, events) may take hours.
  server.requestTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.PORT, settings.HOST, () => {
      server.off('error', reject)
      // Node emits `error` on the server when it cannot accept a connection (EMFILE). The next one may
      // succeed.
      server.on('error', (error) => log('accept_failed', { cause: error.message }))
      resolve()
    })
  })
  // It takes about a second, so it runs after the start. It reports its own failure.
  void extractor.selfTest()
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await merges.close()
    await extractor.close()
    await egress.close()
    await closed
  }
  return { port: (server.address() as AddressInfo).port, close }
}

async function answer(routes: Route[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? '', 'http://merger')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const route of routes) {
      const match = route.method === method ? route.path.exec(url.pathname) : null
      if (match) return await route.handle({ request, response, url, match })
    }
    throw new Failure('not_found')
  } catch (error) {
    answerError(error, request, response)
  }
}

/** Answers a failed call with its Failure, or closes the connection when the headers are already sent. */
function answerError(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  const failure = Failure.from(error)
  const hasCallerLeft = response.destroyed && !response.writableFinished
  if (!hasCallerLeft && failure.code !== 'not_found')
    log('call_failed', {
      path: request.url?.split('?')[0],
      code: failure.code,
      cause: causeText(failure.cause),
    })
  if (response.headersSent) response.destroy()
  else json(response, failure.status, failure)
}

/**
 * Runs until a signal, until the parent process closes its IPC channel, or until nobody reads the log any
 * more.
 */
async function main(): Promise<void> {
  const merger = await start(config(process.env))
  startWatchdog()
  keepServingAfterErrors()
  log('listening', { port: merger.port })
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= merger.close().then(() => process.exit(0))
    // If closing hangs, exit all the same.
    setTimeout(() => process.exit(1), 10_000).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  // The parent that read the log is gone, so nobody is left to end this process.
  process.stdout.on('error', end)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
