import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import worker from '../../../edge/worker.ts'
import { hashOf, seal } from '../../../edge/grants/seal.ts'
import { direct, share, shortPathOf, redirectOf } from './short-links.ts'
import { HOST, merger, mergeRow, paste, startTask, until, visit } from '../visit.ts'

describe('a media link with a grant can be shared as a short link', () => {
  test('redirects to the preview with its grant', async () => {
    const { url } = await direct()
    const source_url = 'https://media.test/direct/1'
    const target = await redirectOf(
      await shortPathOf(
        await share(url, {
          filename: 'a.mp4',
          resolution: '1080p',
          filesize: 48_200_000,
          bitrate: 1_740,
          source_url,
        }),
      ),
    )
    expect(target.searchParams.get('url')).toBe('https://cdn.test/v.mp4')
    expect(target.hash).toBe(`#${url.split('#')[1]}`)
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      title: 'Coastline',
      is_audio: 'false',
      resolution: '1080p',
      filesize: '48200000',
      source_url,
    })
  })

  test('makes one short link for one link and title', async () => {
    const { url } = await direct()
    const [a, b, c] = await Promise.all([
      share(url).then(shortPathOf),
      share(url).then(shortPathOf),
      share(url, { title: 'Other' }).then(shortPathOf),
    ])
    expect(a).toBe(b)
    expect(c).not.toBe(a)
  })

  test('shortens absolute and relative proxy URLs', async () => {
    const { url } = (await paste(`https://media.test/bound/${crypto.randomUUID()}`)).formats[0]!
    for (const written of [url, `https://${HOST}${url}`]) {
      const target = await redirectOf(await shortPathOf(await share(written)))
      expect(target.searchParams.get('url')).toBe(url)
    }
  })
})

describe('a preview shows only a thumbnail with a valid grant', () => {
  const shown = async () => {
    const info = await paste(`https://media.test/direct/${crypto.randomUUID()}`)
    const picture = new URLSearchParams(info.thumbnail_url!.split('?')[1])
    return { url: info.formats[0]!.url, picture: picture.get('url')!, grant: picture.get('g')! }
  }

  test('keeps the grants of media and thumbnail', async () => {
    const { url, picture, grant } = await shown()
    const target = await redirectOf(
      await shortPathOf(await share(url, { thumbnail_url: `${picture}#g=${grant}` })),
    )
    expect(target.searchParams.get('thumbnail_url')).toBe(picture)
    expect(target.search).not.toContain(grant)
    expect(target.hash).toBe(`#${url.split('#')[1]}&tg=${grant}`)
    const { format } = await mergeRow('size=1000')
    const merge = await redirectOf(
      await shortPathOf(await share(format.url, { thumbnail_url: `${picture}#g=${grant}` })),
    )
    expect(merge.hash).toBe(`#tg=${grant}`)
  })

  test('refuses a thumbnail without a valid grant', async () => {
    const { url, picture, grant } = await shown()
    const media = url.split('#g=')[1]!
    const bad = [
      picture,
      `${picture}#g=`,
      `${picture}#g=${media}`,
      `https://evil.test/pixel.gif#g=${grant}`,
      `https://127.0.0.1/a.jpg#g=${grant}`,
      'javascript:alert(1)',
      '/api/image-proxy?url=x',
      `${picture}?${'a'.repeat(2_048)}#g=${grant}`,
    ]
    for (const one of bad) expect((await share(url, { thumbnail_url: one })).status, one).toBe(400)
    expect((await share(url, { thumbnail_url: 7 })).status).toBe(400)
  })

  test('omits a thumbnail with an expired grant', async () => {
    const { url, picture } = await shown()
    const claims = { h: await hashOf(picture), hd: {}, w: 'edge', m: 'local:0', f: '', t: '' }
    const over = await seal(env, 'image', claims, Date.now() - 1_000)
    const target = await redirectOf(
      await shortPathOf(await share(url, { thumbnail_url: `${picture}#g=${over}` })),
    )
    expect(target.searchParams.has('thumbnail_url')).toBe(false)
    expect(target.hash).toBe(`#${url.split('#')[1]}`)
  })
})

describe('a format that needs a merge can be shared as a short link', () => {
  test('gives each visitor of a merge a task of their own (C5)', async () => {
    const { link, format } = await mergeRow('size=1000')
    const mine = await startTask(format)
    await until(mine, 'completed')
    const shortPath = await shortPathOf(await share(format.url))
    expect(await env.LINKS.get(shortPath.replace('/s/', ''))).not.toContain(mine.slice(0, 22))
    const urls = [
      (await redirectOf(shortPath)).searchParams.get('url')!,
      (await redirectOf(shortPath)).searchParams.get('url')!,
    ]
    const yours = await startTask({ ...format, url: urls[0]! })
    const theirs = await startTask({ ...format, url: urls[1]! })
    expect(new Set([mine, yours, theirs]).size).toBe(3)
    await until(yours, 'completed')
    expect((await merger(link)).starts).toBe(3)
  })
})

describe('POST /api/shorten-preview needs a grant or a ticket', () => {
  test('a link without a valid grant or ticket is not shortened', async () => {
    const { url } = await direct()
    const grant = url.split('#')[1]!
    const bad = [
      'https://cdn.test/v.mp4',
      `https://cdn.test/other.mp4#${grant}`,
      'https://evil.test/api/download/start-merge?task_id=x',
      '/api/download/start-merge?task_id=x',
      '/preview?url=x',
      '/s/abc',
      `https://${HOST}/s/abc`,
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.test/x',
      `https://${HOST}@evil.test/#${grant}`,
    ]
    for (const one of bad) expect((await share(one)).status, one).toBe(400)
    expect((await share(url, { source_url: 'javascript:alert(1)' })).status).toBe(400)
    expect((await share(url, { extra: 1 })).status).toBe(400)
  })
})

describe('a short link is answered by a redirect or 404', () => {
  test('answers 404 for an unknown short link', async () => {
    for (const slug of ['zzzzzzzz', 'A'.repeat(10_000), '0000000000000', '..%2fblock-list', 'block-list']) {
      const answer = await visit(`/s/${slug}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('location')).toBe(null)
    }
  })

  test('answers 404 for an invalid stored value', async () => {
    const bad = [
      { share: { url: 'javascript:alert(1)' } },
      { share: { url: 'https://127.0.0.1/x' } },
      { share: { url: '//evil.test/x' } },
      { share: { url: 'https://cdn.test/v.mp4', source_url: 'javascript:alert(1)' } },
      { share: { url: 'https://cdn.test/v.mp4', thumbnail_url: 'https://127.0.0.1/a.jpg#g=x' } },
      { share: { url: 'https://cdn.test/v.mp4', thumbnail_url: 'https://cdn.test/a.jpg' } },
      { share: { url: 'https://cdn.test/v.mp4' }, location: 'https://evil.test' },
      { url: 'https://cdn.test/v.mp4' },
      'text',
      null,
    ]
    for (const [i, value] of bad.entries()) {
      const slug = `tampered0000${i}`
      await env.LINKS.put(slug, JSON.stringify(value))
      expect((await visit(`/s/${slug}`)).status, JSON.stringify(value)).toBe(404)
    }
  })

  test('redirects HEAD without a body', async () => {
    const shortPath = await shortPathOf(await share((await direct()).url))
    const answer = await visit(shortPath, { method: 'HEAD' })
    expect(answer.status).toBe(302)
    expect(await answer.text()).toBe('')
  })
})

test('writes to KV without a read, even at a 429', async () => {
  const { url } = await direct()
  const get = vi.spyOn(env.LINKS, 'get')
  const put = vi.spyOn(env.LINKS, 'put').mockRejectedValue(new Error('KV PUT failed: 429 Too Many Requests'))
  try {
    const answer = await worker.fetch(
      new Request(`https://${HOST}/api/shorten-preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url, title: 'Coastline' }),
      }),
      env,
    )
    expect(answer.status).toBe(200)
    const slug = (await shortPathOf(answer)).replace('/s/', '')
    expect(put.mock.calls.map(([key]) => key)).toEqual([slug])
    expect(get.mock.calls.map(([key]) => key)).not.toContain(slug)
  } finally {
    get.mockRestore()
    put.mockRestore()
  }
})
