import type { Context } from 'hono'
import type { PublicHealth } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { MAX_PASTE_LENGTH } from '#contract/limits.ts'
import type { Failure } from '#contract/failure.ts'
import assets from '#manifest'
import { pageFileAt, render, type Making } from '#render'
import type { App } from '../app.ts'
import { pagePolicy } from './csp.ts'
import { hashOf } from '../grants/seal.ts'
import { failureWords } from '../request/failure-words.ts'
import { languageOf, VARY } from '../request/language.ts'
import { isOwnNavigation } from '../request/own-navigation.ts'
import { healthAtHand, publicHealth } from './public-health.ts'
import { retentionSeconds } from '../settings.ts'
import { submittedForm } from './submitted-form.ts'

type Made = Awaited<ReturnType<typeof render>> & { etag: string }

/** Most visits are to a few pages, and rendering takes only milliseconds. */
const KEPT = 100
const kept = new Map<string, { brand: Brand; made: Made }>()

/** Each read of a brand from KV makes a new object, so the brand's pages are rendered again. */
async function cachedPage(brand: Brand, key: string, make: () => Promise<Made>): Promise<Made> {
  const known = kept.get(key)
  if (known?.brand === brand) return known.made
  const made = await make()
  if (made.status !== 200) return made
  if (kept.size >= KEPT) kept.clear()
  kept.set(key, { brand, made })
  return made
}

/** What the form of the page at this URL begins with. */
function linkIn({ pathname, searchParams }: URL): string | undefined {
  const text = searchParams.get('url') || searchParams.get('text')
  return pathname === '/preview' || !text ? undefined : text.slice(0, MAX_PASTE_LENGTH)
}

/** Returns whether a script of the page at this URL may start an extraction or a merge without a click. */
function startsWork({ pathname, searchParams }: URL): boolean {
  return pathname === '/preview' || searchParams.has('url') || searchParams.has('text')
}

export async function makingPage(c: Context<App>, making: Making): Promise<Response> {
  const { brand, origin } = c.var
  const { html, ...hashes } = await render({
    path: c.req.path,
    brand,
    assets,
    origin,
    indexable: false,
    making,
    wanted: languageOf(c),
  })
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(brand, hashes),
      'cache-control': 'no-store',
      vary: VARY,
      'x-robots-tag': 'noindex',
    },
  })
}

const isStatus = (brand: Brand, { pathname }: URL) => pageFileAt(brand, pathname) === 'status'

/** The status page waits for what it shows; the home page only marks platforms with it. */
async function healthFor(c: Context<App>, file: string | undefined): Promise<PublicHealth | undefined> {
  if (file === 'status') return await publicHealth(c.env)
  return file === 'home' ? healthAtHand(c.env, (work) => c.executionCtx.waitUntil(work)) : undefined
}

/** The home page is made again when a mark changes. */
const marksOf = (health: PublicHealth | undefined) =>
  Object.entries(health?.platforms ?? {})
    .map(([id, { state }]) => `${id} ${state}`)
    .join()

export async function page(c: Context<App>, problem?: Failure): Promise<Response> {
  const url = new URL(c.req.url)
  const { brand, indexable, origin } = c.var
  const path = url.pathname === '/preview' ? url.pathname + url.search : url.pathname
  const language = languageOf(c)
  const form = problem ? null : await submittedForm(c)
  const filled = problem ? undefined : linkIn(url)
  const isForeign = startsWork(url) && c.req.header('sec-fetch-site') === 'cross-site'
  const isOwnPreview = url.pathname === '/preview' && isOwnNavigation(c)
  const health = problem ? undefined : await healthFor(c, pageFileAt(brand, url.pathname))
  const make = async (): Promise<Made> => {
    const made = await render({
      path,
      brand,
      assets,
      origin,
      indexable,
      wanted: language,
      retentionSeconds: retentionSeconds(c.env),
      isForeign,
      isOwnPreview,
      ...(health && { health }),
      filled,
      ...(form && { form }),
      ...(problem && {
        problem: { status: problem.status, code: problem.code, message: failureWords(problem, language) },
      }),
    })
    return { ...made, etag: `W/"${(await hashOf(made.html)).slice(0, 27)}"` }
  }
  const isOfState = isStatus(brand, url)
  const isOfVisitor = problem || form || filled || isForeign || path.startsWith('/preview')
  const isAlone = isOfVisitor || isOfState
  const { status, html, etag, ...hashes } = isAlone
    ? await make()
    : await cachedPage(brand, `${origin}${path} ${indexable} ${marksOf(health)}`, make)
  const isNegotiated = (isAlone && !isOfState) || status === 404
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(brand, hashes),
    'cache-control': status === 200 && !form ? 'no-cache' : 'no-store',
    ...(status === 200 && !form && { etag }),
    ...(!indexable && { 'x-robots-tag': 'noindex' }),
    ...(isNegotiated && { vary: VARY }),
  }
  if (status === 200 && !form && c.req.header('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  return new Response(c.req.method === 'HEAD' ? null : html, { status, headers })
}
