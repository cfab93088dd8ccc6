import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { causeText } from '#contract/cause-text.ts'
import { OWN_HOSTS } from '#contract/engine/relay.ts'
import { Failure } from '#contract/failure.ts'
import { config, type Config } from './config.ts'
import { startEgress, type Egress } from './egress/egress.ts'
import { Extractor } from './extract/extractor.ts'
import { extractRoute } from './extract/route.ts'
import { ffmpegVersion, healthRoute } from './health.ts'
import { log } from './log.ts'
import { mergeRoutes } from './merge/routes.ts'
import { relayRoute } from './fetch/relay-route.ts'
import type { Route } from './http/route.ts'
import { isFromPage } from './http/from-page.ts'
import { json } from './http/json-body.ts'
import { tokenCheck } from './http/token.ts'
import { keepServingAfterErrors } from './process/uncaught.ts'
import { reading } from './process/reading-pool.ts'
import { requireProtections, testSandbox, type Sandbox } from './process/sandbox.ts'
import { startWatchdog } from './process/watchdog.ts'

/** Cloudflare kills a merger 15 minutes after SIGTERM, and so does systemd (docs/merger/merger.service). */
const DRAIN_MS = 14 * 60_000
const DRAIN_CHECK_MS = 200
const MAX_HEADER_BYTES = 65_536

type Server = {
  port: number
  sandbox: Sandbox
  close(): Promise<void>
  /** An attempt with a finished file ends when the edge has fetched the file, or at the end of its lease. */
  drain(): Promise<void>
}

export async function start(settings: Config): Promise<Server> {
  reading.warm()
  const ffmpeg = await ffmpegVersion(settings.FFMPEG)
  const egress = await startEgress(settings)
  const extractor = new Extractor(settings, egress)
  const sandbox = await testedSandbox(settings, egress, extractor).catch(async (error: unknown) => {
    await extractor.close()
    await egress.close()
    throw error
  })
  const merges = mergeRoutes({ config: settings, egress, extractor })
  const routes = [
    extractRoute(extractor),
    ...merges.routes,
    relayRoute(egress, (link) => extractor.exitOf(link)),
    healthRoute({
      extractor,
      ffmpeg,
      build: settings.BUILD,
      sandbox,
      merges: () => merges.load(),
      isDraining: () => isDraining,
      openCalls: () => open.size,
    }),
  ]
  let isDraining = false
  const open = new Set<ServerResponse>()
  const passes = tokenCheck(settings.MERGER_KEYS)
  // Node limits the headers of a request to 16 KiB by default. A request for /relay may be longer.
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (!passes(request, response)) return
    egress.ownHosts.learn(request.headers[OWN_HOSTS])
    void answer(routes, isDraining, request, response)
  })
  // A request must arrive completely within this time. Responses (media, events) may take hours.
  server.requestTimeout = 30_000
  // The merger keeps an idle connection open for longer than the edge does. Otherwise the edge could send a
  // request on a connection that the merger is closing.
  server.keepAliveTimeout = 75_000
  await listen(server, settings)
  // Takes about a second, so the start does not wait for it.
  void extractor.selfTest()
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await merges.close()
    await extractor.close()
    await egress.close()
    await closed
  }
  const drain = async () => {
    isDraining = true
    merges.refuseNew()
    log('draining', { merges: merges.held(), calls: open.size })
    while (merges.held() > 0 || open.size > 0) await sleep(DRAIN_CHECK_MS)
  }
  return { port: (server.address() as AddressInfo).port, sandbox, close, drain }
}

async function testedSandbox(settings: Config, { proxy }: Egress, { version }: Extractor): Promise<Sandbox> {
  const [sandbox] = await Promise.all([testSandbox(settings, proxy), version])
  if (settings.SANDBOX === 'require') requireProtections(sandbox)
  return sandbox
}

function listen(server: http.Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, () => {
      server.off('error', reject)
      // Node emits `error` when it cannot accept a connection (EMFILE). It may accept the next connection.
      server.on('error', (error) => log('accept_failed', { cause: error.message }))
      resolve()
    })
  })
}

async function answer(
  routes: Route[],
  isDraining: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (isFromPage(request)) throw new Failure('forbidden')
    const url = new URL(request.url ?? '', 'http://merger')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const route of routes) {
      const match = route.method === method ? route.path.exec(url.pathname) : null
      if (match && isDraining && route.isNewWork) throw new Failure('busy')
      if (match) return await route.handle({ request, response, url, match })
    }
    throw new Failure('not_found')
  } catch (error) {
    answerError(error, request, response)
  }
}

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

/** After SIGTERM, the merger finishes running work first. In all other cases it aborts running work. */
async function main(): Promise<void> {
  const merger = await start(config(process.env))
  startWatchdog()
  keepServingAfterErrors()
  log('listening', { port: merger.port, sandbox: merger.sandbox })
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= merger.close().then(() => process.exit(0))
    // If `close` hangs, this timer ends the process after ten seconds.
    setTimeout(() => process.exit(1), 10_000).unref()
  }
  let draining: Promise<void> | undefined
  process.on('SIGTERM', () => {
    if (draining) return
    setTimeout(end, DRAIN_MS).unref()
    draining = merger.drain().then(end)
  })
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  // Writing to stdout fails when the parent process, which reads it, has ended.
  process.stdout.on('error', end)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
