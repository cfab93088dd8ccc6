import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format, VideoInfo } from '#contract/api.ts'
import { describeSealed } from '../sealed.ts'
import { visitorOf } from '../merger/merge/lib/product.ts'
import { startMachine, type Machine } from './lib/machine.ts'

const PAIR = 'https://www.youtube.com/watch?v=sealedvid00'
const PACED = 'https://www.youtube.com/watch?v=pacedvideo0'
const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')

const PLUGIN = `
from yt_dlp.extractor.common import InfoExtractor

class SampleIE(InfoExtractor):
    _VALID_URL = r'https://video\\.example/plugged/(?P<id>[0-9]+)'

    def _real_extract(self, url):
        return {'id': self._match_id(url), 'title': 'From a plug-in', 'url': 'https://cdn.example/combined-720.mp4'}
`

describeSealed('a machine of one’s own', () => {
  let machine: Machine
  let visitor: ReturnType<typeof visitorOf>
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(machine.address + path, { headers, redirect: 'manual' })
  const extract = async (link: string) => {
    const answer = await fetch(`${machine.address}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: link }),
    })
    return { status: answer.status, info: (await answer.json()) as VideoInfo & { code?: string } }
  }

  beforeAll(async () => {
    machine = await startMachine(9_710)
    visitor = visitorOf(machine.address, machine.data)
  })
  afterAll(() => machine.remove())

  test('renders its pages compressed, with their files', async () => {
    const home = await get('/', { 'accept-encoding': 'gzip' })
    expect(home.headers.get('content-encoding')).toBe('gzip')
    const [script = ''] = /\/assets\/main-[\w-]+\.js/.exec(await home.text()) ?? []
    const file = await get(script)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect((await get(script, { 'if-none-match': file.headers.get('etag')! })).status).toBe(304)
    expect((await get('/assets/none.js')).status).toBe(404)
  })

  test('stores a merged file and serves each range of it', async () => {
    const task = await visitor.start(PAIR, isPair)
    await visitor.file(task)
    const path = `/api/download/file/${task}`
    const whole = Buffer.from(await (await get(path)).arrayBuffer())
    const middle = Math.floor(whole.length / 2)
    for (const [range, bytes] of [
      [`bytes=0-99`, whole.subarray(0, 100)],
      [`bytes=${middle}-${middle + 999}`, whole.subarray(middle, middle + 1_000)],
      [`bytes=-50`, whole.subarray(-50)],
    ] as const) {
      const part = await get(path, { range })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  test('makes an MP3', async () => {
    const task = await visitor.start(PAIR, ({ key }) => key.includes('mp3'))
    await visitor.file(task)
  })

  test('relays a file that needs no merge', async () => {
    const { info } = await extract('https://cdn.example/combined-720.mp4')
    const [format] = info.formats
    const [link = '', grant = ''] = format!.url.split('#')
    const path = link.startsWith('/')
      ? link
      : `/api/proxied_download?url=${encodeURIComponent(link)}&g=${encodeURIComponent(grant.replace(/^g=/, ''))}`
    const answer = await get(path, { range: 'bytes=0-9' })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10])
  })

  test('a plug-in in the folder of the volume reads a site', async () => {
    const folder = `${machine.data}/plugins/sample/yt_dlp_plugins/extractor`
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(`${folder}/sample.py`, PLUGIN)
    await machine.stop('SIGTERM')
    await machine.start()
    const { info } = await extract('https://video.example/plugged/1')
    expect(info.title).toBe('From a plug-in')
  })

  test('keeps a short link', async () => {
    const { info } = await extract('https://cdn.example/combined-720.mp4')
    const share = { url: info.formats[0]!.url, title: 'Tray', is_audio: false }
    const made = await fetch(`${machine.address}/api/shorten-preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(share),
    })
    const { short_url: url } = (await made.json()) as { short_url: string }
    expect(new URL(url).origin).toBe(machine.address)
    expect((await get(new URL(url).pathname)).status).toBe(302)
  })

  test('a brand and a block are commands of the machine', async () => {
    const brand = fs.readFileSync('docs/brands/tidepool.example.json', 'utf8')
    await machine.command(['brand', 'put', 'tidepool.example', '-'], brand)
    expect(await machine.command(['brand', 'list'])).toContain('Tidepool')
    await machine.command(['block', 'add', 'host', 'video.example'])
    expect(await machine.command(['block', 'list'])).toContain('video.example')
    await expect
      .poll(async () => (await extract('https://video.example/watch/open-graph')).info.code)
      .toBe('blocked')
  })

  test('a merge survives the end of all processes', async () => {
    const tasks = await Promise.all(
      ['0', '1', '2'].map((n) => visitor.start(`${PACED.slice(0, -1)}${n}`, isPair)),
    )
    const progress = async () => (await visitor.status(tasks[0]!)).progress
    await expect.poll(progress, { interval: 100 }).toBeGreaterThan(10)
    await machine.stop('SIGKILL')
    await machine.start()
    for (const task of tasks) await visitor.file(task)
    expect(await machine.command(['brand', 'list'])).toContain('Tidepool')
  })

  test('a stop loses no finished file', async () => {
    const task = await visitor.start(PAIR, isPair)
    const { hash } = await visitor.file(task)
    await machine.stop('SIGTERM')
    await machine.start()
    expect((await visitor.file(task)).hash).toBe(hash)
  })

  test('its folder holds a key that only its user reads', () => {
    expect(fs.statSync(`${machine.data}/keys.json`).mode & 0o777).toBe(0o600)
  })
})
