import { env } from 'cloudflare:workers'
import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import type { MergeTask } from '../../../edge/tasks/merge-task.ts'
import { testEach, type Case } from '../corpus.ts'
import { eventually, objectsOf } from '../eventually.ts'
import { expireFile, SHORT_PAUSES, storedTask } from '../tasks/task-rig.ts'
import {
  errorOf,
  HOST,
  merger,
  mergeRow,
  paste,
  post,
  startTask,
  statusOf,
  until,
  visit,
  visitor,
} from '../visit.ts'

const html = { accept: 'text/html', 'sec-fetch-dest': 'document' }
const taskStub = (id: string) => env.TASKS.getByName(id.slice(0, 22))

describe('GET /s/:id answers bad requests', () => {
  const isNowhere = async (slug: string) => {
    const answer = await visit(`/s/${slug}`, { headers: html })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('location')).toBe(null)
    expect(await answer.text()).toContain('There is nothing at this address')
  }
  const tampered = async (value: object) => {
    await env.LINKS.put('tamperedValue', JSON.stringify(value))
    await isNowhere('tamperedValue')
  }
  testEach('GET /s/:id (short link)', {
    unknown: async ({ input }) => isNowhere(String(input)),
    '10 KB id': async ({ input }) => isNowhere(String(input)),
    'tampered KV value': async () => tampered({ share: { url: 'javascript:alert(1)' } }),
    'KV value with another origin': async () =>
      tampered({ share: { url: 'https://cdn.test/v.mp4' }, location: 'https://evil.test' }),
    HEAD: async () => {
      const { url } = (await paste(`https://media.test/direct/${crypto.randomUUID()}`)).formats[0]!
      const made = await (await post('/api/shorten-preview', { url })).json<{ short_url: string }>()
      const answer = await visit(new URL(made.short_url).pathname, { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([302, ''])
      expect(answer.headers.get('location')).toMatch(/^\/preview\?/)
    },
    'enumeration 1,000 ids in a minute': async () => {
      const me = visitor()
      // The loop sends more than twice the requests that are allowed in a minute, because a slow run can
      // extend over two minutes.
      for (let i = 0; i < 1_300; i++) {
        const { status } = await me(`/s/${String(i).padStart(13, '0')}`, {
          headers: { 'sec-fetch-dest': 'empty' },
        })
        if (status === 429) return expect(i).toBeGreaterThan(500)
        expect(status).toBe(404)
      }
      expect.fail('nobody said stop')
    },
  })
})

describe('the edge answers bad methods and requests of other sites', () => {
  const evil = { origin: 'https://evil.test' }
  const isUnread = (answer: Response) =>
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  const leadsNowhereElse: Case = async ({ input }) => {
    const path = String(input).replace(/^GET /, '')
    const answer = await visit(path, { headers: html })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('location')).toBe(null)
  }
  testEach('CORS, CSRF, methods, cache', {
    'cross-origin POST download-video': async () => {
      const headers = { ...evil, 'content-type': 'application/json' }
      const answer = await visit('/api/download-video', { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(403)
      isUnread(answer)
    },
    'OPTIONS preflight from elsewhere': async () => {
      const headers = { ...evil, 'access-control-request-method': 'POST' }
      const answer = await visit('/api/download-video', { method: 'OPTIONS', headers })
      expect(answer.status).toBe(405)
      isUnread(answer)
    },
    'status cached': async () => {
      const id = await startTask((await mergeRow('size=1000')).format)
      const answer = await visit(`/api/download/status/${id}`)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    },
    'file cached': async () => {
      const id = await startTask((await mergeRow('size=1000')).format)
      await until(id, 'completed')
      const answer = await visit(`/api/download/file/${id}`)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    },
    'path with .css suffix': async ({ input }) => {
      const id = await startTask((await mergeRow('size=1000')).format)
      const answer = await visit(String(input).replace('ID', id))
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    },
    'double slash path': leadsNowhereElse,
    'protocol-relative redirect': leadsNowhereElse,
  })
})

describe('GET /api/download/start-merge answers bad requests', () => {
  testEach('GET /api/download/start-merge', {
    HEAD: async () => {
      const { link, format } = await mergeRow('size=1000')
      expect((await visit(format.url, { method: 'HEAD' })).status).toBe(403)
      expect((await merger(link)).posts).toBe(0)
    },
    'after complete': async () => {
      const { link, format } = await mergeRow('size=1000')
      const id = await startTask(format)
      await until(id, 'completed')
      expect(await startTask(format)).toBe(id)
      expect((await visit(`/api/download/start-merge?task_id=${id}`)).status).toBe(200)
      expect((await merger(link)).posts).toBe(1)
    },
    'after failed': async () => {
      const { link, format } = await mergeRow('size=1000&break=source_failed&ms=50')
      const id = await startTask(format)
      await runInDurableObject(taskStub(id), (task: MergeTask) => {
        Object.assign(task.limits, SHORT_PAUSES)
      })
      const fails = (what: string) => eventually(async () => (await statusOf(id)).status === 'failed', what)
      await fails('it gives up after three attempts')
      expect((await merger(link)).starts).toBe(3)
      expect(await startTask(format)).toBe(id)
      await fails('it gives up again')
      expect((await merger(link)).starts).toBe(6)
    },
    'grant for other formats': async ({ input }) => {
      const { format } = await mergeRow('size=1000')
      const { query } = input as { query: string }
      const more = query.replace(/^task_id=T/, '')
      const id = await startTask({ ...format, url: format.url + more })
      expect((await until(id, 'completed')).at(-1)!.proof?.height).toBe(1_080)
    },
    // The extraction refuses an item that is too long, so no ticket for such an item exists
    // (docs/decisions/differences.md). The test sends the link of such an item instead.
    'video too long': async () => {
      const tweet_url = `https://media.test/pairs/${crypto.randomUUID()}?duration=${30 * 3_600}`
      const answer = await post('/api/download-video', { tweet_url })
      expect(await errorOf(answer)).toMatchObject({ status: 413, code: 'too_big' })
    },
  })
})

describe('the edge answers invalid task ids', () => {
  const objects = async () => (await listDurableObjectIds(env.TASKS)).length
  const isNobodys = async (id: string) => {
    const unknown = await errorOf(await visit('/api/download/status/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'))
    expect(unknown.status).toBe(404)
    expect(await errorOf(await visit(`/api/download/status/${id}`))).toEqual(unknown)
    expect((await visit(`/api/download/file/${id}`)).status).toBe(404)
    expect((await visit(`/api/download/task/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await visit(`/api/download/start-merge?task_id=${id}`)).status).toBe(403)
  }
  testEach(
    'GET /api/download/status/:id | file/:id | start-merge?task_id=',
    {
      // The task id is ".". URL parsing drops a path segment ".", so the URLs of the status request and of
      // the file request contain no id.
      dot: async ({ input }) => {
        for (const path of ['status', 'file'])
          expect((await visit(`/api/download/${path}/${String(input)}`)).status).toBe(404)
        expect((await visit(`/api/download/start-merge?task_id=${String(input)}`)).status).toBe(403)
      },
      'expired id': async () => {
        const id = await startTask((await mergeRow('size=1000')).format)
        await until(id, 'completed')
        const isCleanedUp = async () => (await storedTask(id.slice(0, 22))).pendingCleanup.length === 0
        await eventually(isCleanedUp, 'the merge is deleted')
        await expireFile(id.slice(0, 22))
        await evictDurableObject(taskStub(id))
        await runInDurableObject(taskStub(id), (instance) => instance.alarm())
        const answer = await errorOf(await visit(`/api/download/status/${id}`))
        expect(answer).toMatchObject({ status: 404, error: expect.stringContaining('has expired') })
        expect((await visit(`/api/download/file/${id}`, { method: 'HEAD' })).status).toBe(404)
        expect(await objectsOf(id.slice(0, 22))).toEqual([])
      },
      'upper/lower case changed': async () => {
        const id = await startTask((await mergeRow('size=1000')).format)
        const flipped = id.replace(/[a-z]/gi, (sign) =>
          sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
        )
        await isNobodys(flipped)
      },
    },
    async ({ input }) => {
      const before = await objects()
      const id = String(input)
      await isNobodys(id.includes('%') ? id : encodeURIComponent(id))
      expect(await objects()).toBe(before)
    },
  )
})

describe('the edge answers bad Host and forwarding headers', () => {
  /** Requests several paths of a host, and returns the statuses, headers and bodies as one text. */
  const everything = async (host: string, headers: Record<string, string>) => {
    const texts = []
    for (const path of ['/', '/sitemap.xml', '/robots.txt', '/api/domain-config', '/nowhere']) {
      const answer = await visitor(host)(path, {
        headers: path.startsWith('/api') ? headers : { ...html, ...headers },
      })
      const headersSent = [...answer.headers].filter(([name]) => name !== 'server-timing')
      texts.push(answer.status, JSON.stringify(headersSent), await answer.text())
    }
    return texts.join('\n')
  }
  const sameAsOurs: Case = async ({ input }) => {
    const { Host: host = HOST, ...headers } = input as Record<string, string>
    const asked = host.replace(/ours\.test/i, (ours) => (ours === 'OURS.TEST' ? HOST.toUpperCase() : HOST))
    const text = await everything(asked, headers)
    expect(text).not.toContain('evil.test')
    expect(text).toContain(`https://${HOST}/`)
    expect(text).toBe(await everything(HOST, {}))
  }
  const isNeutral: Case = async ({ input }) => {
    const host = (input as { Host: string }).Host
    const text = await everything(host, {})
    expect(text).toContain('noindex')
    expect(text).toContain('Pocketreel')
    // On a developer's machine the product runs on 127.0.0.1. So the absolute URLs of its pages may contain
    // this host.
    if (host !== '127.0.0.1') expect(text).not.toContain(host)
  }
  testEach(
    'any (Host and forwarding headers)',
    { 'unknown host': isNeutral, 'IP host': isNeutral },
    sameAsOurs,
  )
})
