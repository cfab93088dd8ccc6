import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { PREVIEW_ROBOTS } from '../../../edge/request/preview-robots.ts'
import { hashOf, seal } from '../../../edge/grants/seal.ts'
import { mergeRow, paste, visit } from '../visit.ts'
import { redirectOf, share, shortPathOf } from './short-links.ts'

/** As the robots and apps send them. */
const robots = {
  WhatsApp: 'WhatsApp/2.23.20.0 A',
  Signal: 'WhatsApp/2',
  Telegram: 'TelegramBot (like TwitterBot)',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  X: 'Twitterbot/1.0',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
}
const people = {
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'the app of Facebook':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.0]',
  'the app of Telegram':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Google Pixel 9; Android 15; SDK 35; HIGH)',
  'the app of X':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Twitter for iPhone/10.68',
}

const shared = async (more: object = {}) => {
  const source = `https://media.test/direct/${crypto.randomUUID()}`
  const info = await paste(source)
  const picture = new URLSearchParams(info.thumbnail_url!.split('?')[1])
  const thumbnail_url = `${picture.get('url')}#g=${picture.get('g')}`
  const answer = await share(info.formats[0]!.url, { thumbnail_url, source_url: source, ...more })
  return { path: await shortPathOf(answer), source }
}

async function cardAt(path: string, agent = robots.WhatsApp) {
  const answer = await visit(path, { headers: { 'user-agent': agent } })
  const html = await answer.text()
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  return { answer, html, facts: Object.fromEntries(metas.map(([, name, content]) => [name!, content!])) }
}

afterEach(async () => {
  vi.useRealTimers()
  await env.LINKS.delete('block-list')
})

test.each(Object.entries(robots))('%s sees title, picture and brand of a short link', async (_, agent) => {
  const { path } = await shared()
  const { answer, html, facts } = await cardAt(path, agent)
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    vary: 'user-agent',
  })
  expect(facts).toMatchObject({
    'og:title': 'Coastline',
    'og:site_name': 'Pocketreel',
    'og:url': `https://pocketreel.example${path}`,
    'twitter:card': 'summary_large_image',
    'twitter:title': 'Coastline',
    robots: 'noindex',
  })
  expect(facts['twitter:image']).toBe(facts['og:image'])
  expect(html).not.toContain('cdn.test/v.mp4')
  const picture = new URL(facts['og:image']!.replaceAll('&amp;', '&'))
  expect(picture.origin).toBe('https://pocketreel.example')
  const image = await visit(picture.pathname + picture.search)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test.each(Object.entries(people))('%s is redirected', async (_, agent) => {
  const { path } = await shared()
  const answer = await visit(path, { headers: { 'user-agent': agent } })
  expect([answer.status, answer.headers.get('vary')]).toEqual([302, 'user-agent'])
  await redirectOf(path)
})

test('a merge that is shared has a card, and starts nothing', async () => {
  const { format } = await mergeRow('size=1000')
  const { facts } = await cardAt(await shortPathOf(await share(format.url)))
  expect([facts['og:title'], facts['og:image'], facts['twitter:card']]).toEqual([
    'Coastline',
    undefined,
    'summary',
  ])
})

test('a title is text, and not longer than a card', async () => {
  const { path } = await shared({ title: `"><script>alert(1)</script>${'é'.repeat(500)}` })
  const { html, facts } = await cardAt(path)
  expect(html).not.toContain('<script')
  expect(facts['og:title']).toHaveLength('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'.length + 200 - 27)
})

test('a card whose picture can no longer be asked for has none', async () => {
  const { path } = await shared()
  const slug = path.replace('/s/', '')
  const stored = await env.LINKS.get<{ share: { thumbnail_url: string } }>(slug, 'json')
  const [link = ''] = stored!.share.thumbnail_url.split('#')
  const claims = { h: await hashOf(link), hd: {}, w: 'edge', m: 'local:0', f: '', t: '' }
  stored!.share.thumbnail_url = `${link}#g=${await seal(env, 'image', claims, Date.now() - 1_000)}`
  await env.LINKS.put('expiredcard00', JSON.stringify(stored))
  const { facts } = await cardAt('/s/expiredcard00')
  expect([facts['og:title'], facts['og:image']]).toEqual(['Coastline', undefined])
})

test('a link that is blocked or has ended shows the brand only', async () => {
  const { path } = await shared({ source_url: 'https://blocked.test/v' })
  await env.LINKS.put('block-list', JSON.stringify({ hosts: ['blocked.test'], platforms: [], links: [] }))
  vi.setSystemTime(Date.now() + 60_000)
  for (const one of [path, '/s/0000000000000']) {
    const { answer, html, facts } = await cardAt(one)
    expect([answer.status, facts['og:title'], facts['og:image']]).toEqual([200, 'Pocketreel', undefined])
    expect(html).not.toContain('Coastline')
  }
})

test('robots of chats may read short links and their pictures alone', async () => {
  const [all, chats] = (await (await visit('/robots.txt')).text()).split('\n\n')
  expect(all).toContain('Disallow: /s/')
  for (const name of PREVIEW_ROBOTS) expect(chats).toContain(`User-agent: ${name}\n`)
  expect(chats).toContain('Allow: /api/image-proxy')
  expect(chats).toContain('Disallow: /api/\n')
  expect(chats).not.toContain('/s/')
})
