import type { Format, HealthAnswer } from '../../../contract/api.ts'
import { paths } from '../../../contract/paths.ts'
import { runOrFail } from '../../lib/step.ts'
import { configOf } from '../config.ts'
import { IMAGE_SOURCES, imageTag, routeHosts } from '../deploy/plan.ts'
import { paste, withFile } from '../visit.ts'
import { assert, call, firstDirect, formatsOf, seconds, statusWithin, timed } from './calls.ts'
import { heardOf } from './echo.ts'

/** Calls for extractions, above and below what one visitor may make in a minute. */
const [PASTES, LINKS] = [30, 10]
const FILE_MS = 3_600_000
const FILE_BYTES = 500_000_000
/** Headers in which Cloudflare tells a host who asked: the visitor, or the zone of the Worker. */
const TELLING = ['cf-connecting-ip', 'cf-connecting-ipv6', 'x-real-ip', 'x-forwarded-for', 'cf-worker']

type Need = 'media' | 'long' | 'private' | 'server'
/** `port`: where this machine is `server`. */
export type Site = { origin: string; port: number } & Partial<Record<Need, string | undefined>>
type Check = ReturnType<typeof check>

/**
 * `number` as in docs/operations.md. `judge` answers what it saw, null if there is nothing to see, and throws
 * if it expects another thing.
 */
function check<N extends Need>(
  number: string,
  expected: string,
  needs: N | null,
  judge: (site: Site & Record<N, string>) => Promise<string | null>,
) {
  const judged = async (site: Site) =>
    needs && site[needs] === undefined ? undefined : await judge(site as Site & Record<N, string>)
  return { number, expected, needs, judge: judged }
}

export const checks: Check[] = [
  check('L1', 'a cold container answers an extraction within 90 s', 'media', async ({ origin, media }) => {
    await call(origin + paths.wake, { method: 'POST', headers: { origin } })
    const [, ms] = await timed(() => formatsOf(origin, media))
    assert(ms < 90_000, seconds(ms))
    return seconds(ms)
  }),
  check('L3', 'one container uses one address', 'server', async ({ origin, server, port }) => {
    const seen = await heardOf(port, async () => {
      for (let link = 1; link <= LINKS; link++) await paste(origin, new URL(`/${link}.mp3`, server).href)
    })
    const addresses = [...new Set(seen.map(({ address }) => address))]
    assert(addresses.length === 1, `${addresses.length} addresses: ${addresses.join(' ')}`)
    return `${LINKS} links from ${addresses[0]}`
  }),
  check('L4', 'a range at the end of a long file starts within 3 s', 'media', async ({ origin, media }) => {
    const link = await firstDirect(origin, media)
    return await statusWithin(3_000, 206, link, { headers: { range: 'bytes=-1000' } })
  }),
  check('L5', 'a media host is not told who asked', 'server', async ({ origin, server, port }) => {
    const seen = await heardOf(port, async (forget) => {
      const link = await firstDirect(origin, new URL('/save.mp3', server).href)
      forget()
      await (await call(link)).arrayBuffer()
    })
    assert(seen.length > 0, 'the file did not come from the server')
    const told = TELLING.filter((name) => seen.some(({ headers }) => name in headers))
    assert(told.length === 0, `${told.join(', ')}: choose in docs/operations.md, "Addresses of visitors"`)
    return 'none of the headers'
  }),
  check('L7', 'a deploy keeps the domains of wrangler.toml', null, async ({ origin }) => {
    const hosts = routeHosts(await configOf())
    if (!hosts.includes(new URL(origin).host)) return null
    const answers = hosts.map(async (host) => `${host} ${await statusOf(`https://${host}/`)}`)
    const bad = (await Promise.all(answers)).filter((answer) => !answer.endsWith(' 200'))
    assert(bad.length === 0, bad.join(', '))
    return hosts.join(', ')
  }),
  check('L9', 'no container that runs has an older image', null, async ({ origin }) => {
    if (isLocal(origin)) return null
    const { version, mergers } = (await (await call(origin + paths.health)).json()) as HealthAnswer
    assert(version.tag, 'the site does not tell its commit')
    const files = await runOrFail(['git', 'ls-tree', version.tag, '--', ...IMAGE_SOURCES])
    const tag = imageTag(files, { isFresh: false })
    const running = mergers.filter(({ build }) => build !== undefined)
    const old = running.filter(({ build }) => !build?.startsWith(tag))
    assert(old.length === 0, `${old.map(({ name, build }) => `${name} has ${build}`).join(', ')}, not ${tag}`)
    return `${running.length} with ${tag}`
  }),
  check('L10', 'a file is stored and served whole', 'media', async ({ origin, media }) => {
    const [format] = largestMerges(await formatsOf(origin, media), FILE_BYTES)
    assert(format, 'the link has no format of at most 500 MB that needs a merge')
    return await storedFile(format, origin)
  }),
  check('L11', 'plain http is redirected to https', null, async ({ origin }) => {
    if (isLocal(origin)) return null
    const { status, headers } = await call(origin.replace('https:', 'http:'), { redirect: 'manual' })
    const to = headers.get('location') ?? ''
    assert([301, 308].includes(status) && to.startsWith('https://'), `${status} ${to}`)
    return String(status)
  }),
  check('L12', 'no setting of the zone changes the page', null, async ({ origin }) => {
    const inserted = /cdn-cgi|rocket-loader/.exec(await (await call(origin)).text())
    assert(!inserted, `the page contains ${inserted?.[0]}`)
    return 'nothing inserted'
  }),
  check('L13', 'a page starts within 2 s', null, ({ origin }) => statusWithin(2_000, 200, origin)),
  check('L16, L19', 'two long files are made at the same time', 'long', async ({ origin, long }) => {
    const formats = largestMerges(await formatsOf(origin, long)).slice(0, 2)
    assert(formats.length === 2, 'the link has fewer than two formats that need a merge')
    return (await Promise.all(formats.map((format) => storedFile(format, origin)))).join(', ')
  }),
  check('L18', 'the longest links reach the Worker: 403, not 414', null, async ({ origin }) => {
    const { status } = await call(`${origin}${paths.proxiedDownload}?url=${'x'.repeat(15_000)}`)
    assert(status === 403, String(status))
    return String(status)
  }),
  check('L20', 'a name of a private address is refused', 'private', async (site) => {
    const code = await paste(site.origin, site.private)
    assert(code === 'refused_address', typeof code === 'string' ? code : 'it was extracted')
    return code
  }),
  // Last: after it this address waits a minute.
  check('L17', 'the calls of one address are limited', 'media', async ({ origin, media }) => {
    for (let calls = 1; calls <= PASTES; calls++)
      if ((await paste(origin, media)) === 'rate_limited') return `after ${calls - 1} calls`
    assert(false, `${PASTES} calls were answered`)
  }),
]

/** A product on this machine, such as `npm run demo`, has neither https nor a commit. */
const isLocal = (origin: string) => origin.startsWith('http:')

const statusOf = async (url: string): Promise<number | string> =>
  call(url).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  )

const largestMerges = (formats: Format[], most = Infinity) =>
  formats
    .filter(({ url, filesize }) => url.startsWith(paths.startMerge) && (filesize ?? 0) <= most)
    .toSorted((a, b) => (b.filesize ?? 0) - (a.filesize ?? 0))

async function storedFile(format: Format, origin: string): Promise<string> {
  let bytes = 0
  const [fault, ms] = await timed(() =>
    withFile(format, origin, FILE_MS, async (address) => {
      const answer = await call(address)
      for await (const chunk of answer.body ?? []) bytes += chunk.length
      const said = Number(answer.headers.get('content-length'))
      return answer.status === 200 && bytes === said
        ? undefined
        : `${answer.status}, ${bytes} of ${said} bytes`
    }),
  )
  assert(fault === undefined, fault ?? '')
  return `${(bytes / 1e6).toFixed(1)} MB in ${seconds(ms)}`
}
