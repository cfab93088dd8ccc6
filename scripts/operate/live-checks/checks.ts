import type { Format, HealthAnswer } from '../../../contract/api.ts'
import { paths } from '../../../contract/paths.ts'
import { runOrFail } from '../../lib/step.ts'
import { configOf } from '../config.ts'
import { IMAGE_SOURCES, imageTag, routeHosts } from '../deploy/plan.ts'
import { paste, withFile } from '../visit.ts'
import { assert, call, firstDirect, formatsOf, seconds, timed } from './calls.ts'
import { echoServer } from './echo.ts'

/** More than the calls for extractions that one visitor may make in a minute. */
const PASTES = 30
/** Below that number. */
const LINKS = 10
const FILE_MS = 3_600_000
const FILE_BYTES = 500_000_000
/** Headers in which Cloudflare tells a host who asked: the visitor, or the zone of the Worker. */
const TELLING = ['cf-connecting-ip', 'cf-connecting-ipv6', 'x-real-ip', 'x-forwarded-for', 'cf-worker']

export type Site = {
  origin: string
  media?: string | undefined
  long?: string | undefined
  private?: string | undefined
  server?: string | undefined
  /** On which this machine is `server`. */
  port: number
}
/** `judge` answers what it saw, null if there is nothing to see, and throws if it expects another thing. */
type Check = {
  /** As in docs/operations.md. */
  number: string
  expected: string
  judge: (site: Site) => Promise<string | null>
  needs?: 'media' | 'long' | 'private' | 'server'
}

export const checks: Check[] = [
  {
    number: 'L1',
    expected: 'a cold container answers an extraction within 90 s',
    needs: 'media',
    async judge({ origin, media }) {
      await call(origin + paths.wake, { method: 'POST', headers: { origin } })
      const [, ms] = await timed(() => formatsOf(origin, media!))
      assert(ms < 90_000, seconds(ms))
      return seconds(ms)
    },
  },
  {
    number: 'L3',
    expected: 'one container uses one address',
    needs: 'server',
    async judge({ origin, server, port }) {
      const { seen, close } = await echoServer(port)
      try {
        for (let link = 1; link <= LINKS; link++) await paste(origin, new URL(`/${link}.mp3`, server).href)
      } finally {
        close()
      }
      const addresses = [...new Set(seen.map(({ address }) => address))]
      assert(addresses.length === 1, `${addresses.length} addresses: ${addresses.join(' ')}`)
      return `${LINKS} links from ${addresses[0]}`
    },
  },
  {
    number: 'L4',
    expected: 'a range at the end of a long file starts within 3 s',
    needs: 'media',
    async judge({ origin, media }) {
      const link = await firstDirect(origin, media!)
      const [answer, ms] = await timed(() => call(link, { headers: { range: 'bytes=-1000' } }))
      assert(answer.status === 206 && ms < 3_000, `${answer.status} after ${seconds(ms)}`)
      return seconds(ms)
    },
  },
  {
    number: 'L5',
    expected: 'a media host is not told who asked',
    needs: 'server',
    async judge({ origin, server, port }) {
      const { seen, close } = await echoServer(port)
      try {
        const link = await firstDirect(origin, new URL('/save.mp3', server).href)
        seen.length = 0
        await (await call(link)).arrayBuffer()
      } finally {
        close()
      }
      assert(seen.length > 0, 'the file did not come from the server')
      const told = TELLING.filter((name) => seen.some(({ headers }) => name in headers))
      assert(told.length === 0, `${told.join(', ')}: choose in docs/operations.md, "Addresses of visitors"`)
      return 'none of the headers'
    },
  },
  {
    number: 'L7',
    expected: 'a deploy keeps the domains of wrangler.toml',
    async judge({ origin }) {
      const hosts = routeHosts(await configOf())
      if (!hosts.includes(new URL(origin).host)) return null
      const answers = hosts.map(async (host) => `${host} ${await statusOf(`https://${host}/`)}`)
      const bad = (await Promise.all(answers)).filter((answer) => !answer.endsWith(' 200'))
      assert(bad.length === 0, bad.join(', '))
      return hosts.join(', ')
    },
  },
  {
    number: 'L9',
    expected: 'no container that runs has an older image',
    async judge({ origin }) {
      if (isLocal(origin)) return null
      const { version, mergers } = (await (await call(origin + paths.health)).json()) as HealthAnswer
      assert(version.tag, 'the site does not tell its commit')
      const files = await runOrFail(['git', 'ls-tree', version.tag, '--', ...IMAGE_SOURCES])
      const tag = imageTag(files, { isFresh: false })
      const running = mergers.filter(({ build }) => build !== undefined)
      const old = running.filter(({ build }) => !build?.startsWith(tag))
      assert(
        old.length === 0,
        `${old.map(({ name, build }) => `${name} has ${build}`).join(', ')}, not ${tag}`,
      )
      return `${running.length} with ${tag}`
    },
  },
  {
    number: 'L10',
    expected: 'a file is stored and served whole',
    needs: 'media',
    async judge({ origin, media }) {
      const [format] = largestMerges(await formatsOf(origin, media!), FILE_BYTES)
      assert(format, 'the link has no format of at most 500 MB that needs a merge')
      return await storedFile(format, origin)
    },
  },
  {
    number: 'L11',
    expected: 'plain http is redirected to https',
    async judge({ origin }) {
      if (isLocal(origin)) return null
      const { status, headers } = await call(origin.replace('https:', 'http:'), { redirect: 'manual' })
      const to = headers.get('location') ?? ''
      assert([301, 308].includes(status) && to.startsWith('https://'), `${status} ${to}`)
      return String(status)
    },
  },
  {
    number: 'L12',
    expected: 'no setting of the zone changes the page',
    async judge({ origin }) {
      const inserted = /cdn-cgi|rocket-loader/.exec(await (await call(origin)).text())
      assert(!inserted, `the page contains ${inserted?.[0]}`)
      return 'nothing inserted'
    },
  },
  {
    number: 'L13',
    expected: 'a page starts within 2 s',
    async judge({ origin }) {
      const [answer, ms] = await timed(() => call(origin))
      assert(answer.status === 200 && ms < 2_000, `${answer.status} after ${seconds(ms)}`)
      return seconds(ms)
    },
  },
  {
    number: 'L16, L19',
    expected: 'two long files are made at the same time',
    needs: 'long',
    async judge({ origin, long }) {
      const formats = largestMerges(await formatsOf(origin, long!)).slice(0, 2)
      assert(formats.length === 2, 'the link has fewer than two formats that need a merge')
      return (await Promise.all(formats.map((format) => storedFile(format, origin)))).join(', ')
    },
  },
  {
    number: 'L18',
    expected: 'the longest links reach the Worker: 403, not 414',
    async judge({ origin }) {
      const { status } = await call(`${origin}${paths.proxiedDownload}?url=${'x'.repeat(15_000)}`)
      assert(status === 403, String(status))
      return String(status)
    },
  },
  {
    number: 'L20',
    expected: 'a name of a private address is refused',
    needs: 'private',
    async judge(site) {
      const code = await paste(site.origin, site.private!)
      assert(code === 'refused_address', typeof code === 'string' ? code : 'it was extracted')
      return code
    },
  },
  {
    // Last: after it this address waits a minute.
    number: 'L17',
    expected: 'the calls of one address are limited',
    needs: 'media',
    async judge({ origin, media }) {
      for (let calls = 1; calls <= PASTES; calls++)
        if ((await paste(origin, media!)) === 'rate_limited') return `after ${calls - 1} calls`
      assert(false, `${PASTES} calls were answered`)
    },
  },
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
