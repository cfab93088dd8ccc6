import { Hono, type Context } from 'hono'
import { FORMAT_KEY_HEADER, type ErrorAnswer } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { API_PREFIX } from '#contract/paths.ts'
import type { App } from './app.ts'
import { count } from './count.ts'
import { brandOf, isLocal } from './pages/brands.ts'
import { log } from './log.ts'
import { SECURITY_HEADERS } from './pages/security-headers.ts'
import { page } from './pages/page.ts'
import { failureWords } from './request/failure-words.ts'
import { languageOf } from './request/language.ts'
import { allowedMethods } from './request/allowed-methods.ts'
import { config } from './routes/config.ts'
import { extractions } from './routes/extract.ts'
import { health } from './routes/health.ts'
import { join } from './routes/join.ts'
import { links } from './routes/links.ts'
import { make } from './routes/make.ts'
import { pages } from './routes/pages.ts'
import { proxy } from './routes/proxy.ts'
import { subtitles } from './routes/subtitles.ts'
import { tasks } from './routes/tasks.ts'
import { watch } from './routes/watch.ts'
import { assertSettings } from './settings.ts'

export { Extraction } from './extract/extraction.ts'
export { MergeTask } from './tasks/merge-task.ts'
export { Fleet } from './mergers/fleet.ts'
export { Line } from './mergers/line.ts'
export { Merger } from './mergers/container.ts'
export { Places } from './places/places.ts'
export { Allowance } from './budget/allowance.ts'
export { Budget } from './budget/budget.ts'
export { Refusals } from './mergers/refusals.ts'

const app = new Hono<App>()

app.use(async (c, next) => {
  const started = Date.now()
  c.set('log', {})
  await next()
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  if (!c.res.headers.has('content-security-policy'))
    c.res.headers.set('content-security-policy', "default-src 'none'")
  c.res.headers.set('server-timing', serverTiming(c, started))
  logRequest(c, started)
})

app.use(async (c, next) => {
  assertSettings(c.env)
  const secure = secureUrl(c)
  if (secure !== null) return c.redirect(secure, 308)
  const methods = allowedMethods(c.req.path)
  if (methods && !methods.includes(c.req.method))
    return new Response(null, { status: 405, headers: { allow: methods.join(', ') } })
  const { brand, indexable, origin } = await brandOf(c.env, new URL(c.req.url))
  c.set('brand', brand)
  c.set('indexable', indexable)
  c.set('origin', origin)
  await next()
})

for (const route of [config, health, join, extractions, tasks, watch, make, proxy, subtitles, links, pages])
  app.route('/', route)

app.notFound((c) => answerFailure(c, new Failure('not_found')))

app.onError((error, c) => {
  const failure = Failure.from(error)
  c.var.log.code = failure.code
  if (failure.cause !== undefined && failure.status >= 500) c.var.log.cause = causeText(failure.cause)
  // The message of an unexpected error can contain links. `causeText` reduces them to their hosts, so that
  // the log contains no link.
  if (failure.code === 'internal') c.var.log.stack = causeText(error.stack)
  return answerFailure(c, failure)
})

function secureUrl(c: Context<App>): string | null {
  const url = new URL(c.req.url)
  if (url.protocol !== 'http:' || c.env.ENVIRONMENT !== 'production' || isLocal(c.env, url.hostname))
    return null
  url.protocol = 'https:'
  return url.href
}

async function answerFailure(c: Context<App>, failure: Failure): Promise<Response> {
  const wait = failure.waitSeconds ?? failureRow(failure.code).waitSeconds
  const key = failure.formatKey
  const headers = {
    'cache-control': 'no-store',
    ...(wait !== undefined && { 'retry-after': String(wait) }),
    ...(key !== undefined && { [FORMAT_KEY_HEADER]: key }),
  }
  if (isNavigation(c) && c.var.brand) {
    const response = await page(c, failure)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
  const error = c.var.brand ? failureWords(failure, languageOf(c)) : failure.message
  const answer: ErrorAnswer = { ...failure.toJSON(), error, ...(key !== undefined && { format_key: key }) }
  return Response.json(answer, { status: failure.status, headers })
}

/** If a browser does not send `Sec-Fetch-Dest`, its `Accept` header decides. */
function isNavigation(c: Context<App>): boolean {
  const destination = c.req.header('sec-fetch-dest')
  if (destination !== undefined) return destination === 'document'
  return c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html')
}

function serverTiming(c: Context<App>, started: number): string {
  const steps = Object.entries(c.var.log).filter(([name]) => name.endsWith('_ms'))
  return [['edge_ms', Date.now() - started] as const, ...steps]
    .map(([name, ms]) => `${name.slice(0, -'_ms'.length)};dur=${ms}`)
    .join(', ')
}

function logRequest(c: Context<App>, started: number): void {
  const { method } = c.req
  const { status } = c.res
  const path = loggedPath(c)
  const ms = Date.now() - started
  log('request', { method, path, status, ms, ...c.var.log })
  if (!path.startsWith(API_PREFIX)) return
  const { platform = '-', code = status < 400 ? 'ok' : String(status) } = c.var.log
  const bytes = method === 'HEAD' ? 0 : Number(c.res.headers.get('content-length') ?? 0)
  count(c.env, { event: 'request', platform: String(platform), code: String(code), ms, bytes, route: path })
}

/** A path without an answer of its own is left out, because a visitor may have pasted a link into it. */
function loggedPath(c: Context<App>): string {
  const route = /^\/(?:api\/download\/(?:status|file|task|watch)|s|make)\//.exec(c.req.path)?.[0]
  if (route !== undefined) return route
  const isElsewhere = c.res.status === 404 || c.res.headers.has('location')
  return isElsewhere ? '(unknown)' : c.req.path.slice(0, 80)
}

export default app
