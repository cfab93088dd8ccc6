import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { root } from '../internet/cache.ts'
import { makeMedia, mediaFile } from '../internet/media.ts'
import { grantFor, GRANT_KEYS } from './grants.ts'
import { setStage } from './stage.ts'
import { describeSealed } from '../sealed.ts'

// Downloads as curl sees them: whole, cut by their source, and gone on with.

/** The connection dies after so many bytes of 972,841: a little more than half. */
const DROPPED = 500_000
const ways = ['edge', 'relay'] as const
type Way = (typeof ways)[number]

describeSealed('a file by curl', () => {
  const stage = setStage({ GRANT_KEYS, MEDIA_WAY: 'edge' })
  const folder = `${root}/.cache/e2e/curl-${process.pid}`
  let whole: Buffer

  beforeAll(async () => {
    await makeMedia()
    whole = fs.readFileSync(mediaFile('combined-360.mp4'))
    fs.mkdirSync(folder, { recursive: true })
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  /** Runs curl to its end; a deadline of its own keeps a stalled one from standing. */
  function curl(...args: string[]): Promise<{ code: number; out: string }> {
    return new Promise((resolve) => {
      const all = ['--silent', '--show-error', '--globoff', '--max-time', '60', ...args]
      execFile('curl', all, { encoding: 'latin1', maxBuffer: 32 * 1024 ** 2 }, (error, out) =>
        resolve({ code: error ? Number(error.code) : 0, out }),
      )
    })
  }
  const address = async (source: string, way: Way, more = '') =>
    `${stage.address}/api/proxied_download?url=${encodeURIComponent(source)}&g=${await grantFor(source, way)}${more}`
  /** A source that loses every connection half way; each test has its own. */
  const dropping = (name: string) => `https://cdn.example/faulty/drop/${name}/combined-360.mp4`

  // The merger goes on where a source dropped it; only one that never sends the rest cuts its download.
  test.each([
    ['edge', dropping('cut')],
    ['relay', 'https://cdn.example/faulty/cut/relay/combined-360.mp4'],
  ] as const)(
    'that its source cuts ends with an error, never as a short whole one: %s',
    async (way, source) => {
      const file = `${folder}/cut-${way}`
      const { code } = await curl('-o', file, await address(source, way))
      expect(code).toBe(18) // CURLE_PARTIAL_FILE
      const got = fs.readFileSync(file)
      expect(got.length).toBeLessThan(0.65 * whole.length)
      expect(got.equals(whole.subarray(0, got.length))).toBe(true)
    },
  )

  test.each(ways)('of unknown length that is cut ends with an error too: %s', async (way) => {
    const source = `https://cdn.example/faulty/chopped/${way}/combined-720.mp4`
    const { code } = await curl('-o', `${folder}/chopped-${way}`, await address(source, way))
    expect(code).not.toBe(0)
  })

  test('that was cut goes on where it stopped and is the same byte for byte', async () => {
    const file = `${folder}/resumed`
    const link = await address(dropping('resume'), 'edge')
    const codes: number[] = []
    for (let i = 0; i < 5 && codes.at(-1) !== 0; i++)
      codes.push((await curl('--continue-at', '-', '-o', file, link)).code)
    expect(codes).toEqual([18, 0])
    expect(fs.readFileSync(file).equals(whole)).toBe(true)
  })

  test('that is cut on its way to the merger arrives whole, and one half of it can be fetched later', async () => {
    const file = `${folder}/relayed`
    expect((await curl('-o', file, await address(dropping('healed'), 'relay'))).code).toBe(0)
    expect(fs.readFileSync(file).equals(whole)).toBe(true)
    fs.truncateSync(file, DROPPED)
    const link = await address('https://cdn.example/combined-360.mp4', 'relay')
    expect((await curl('--continue-at', '-', '-o', file, link)).code).toBe(0)
    expect(fs.readFileSync(file).equals(whole)).toBe(true)
  })

  test.each(ways)(
    'says its size by HEAD, and gives one part if it is still the same file: %s',
    async (way) => {
      const link = await address('https://cdn.example/combined-360.mp4', way, '&filename=clip.mp4')
      const { out: head } = await curl('--head', link)
      expect(head).toMatch(/^HTTP\/1.1 200 /)
      expect(head).toContain(`\r\nContent-Length: ${whole.length}\r\n`)
      expect(head).toMatch(/\r\nAccept-Ranges: bytes\r\n/i)
      expect(head).toContain('\r\nContent-Disposition: attachment; filename="clip.mp4"\r\n')
      const etag = /\r\netag: ("[^"]+")\r\n/i.exec(head)?.[1] ?? ''
      const part = async (validator: string) => {
        const file = `${folder}/part-${way}`
        const asked = ['-H', `If-Range: ${validator}`, '--range', '100000-199999']
        const { code, out } = await curl('-D', '-', '-o', file, ...asked, link)
        expect(code).toBe(0)
        return { head: out, bytes: fs.readFileSync(file) }
      }
      const same = await part(etag)
      expect(same.head).toMatch(/^HTTP\/1.1 206 /)
      expect(same.head).toMatch(new RegExp(`\r\ncontent-range: bytes 100000-199999/${whole.length}\r\n`, 'i'))
      expect(same.bytes.equals(whole.subarray(100_000, 200_000))).toBe(true)
      const other = await part('"another"')
      expect(other.head).toMatch(/^HTTP\/1.1 200 /)
      expect(other.bytes.equals(whole)).toBe(true)
    },
  )

  test('is fetched whole by the link that a pasted one leads to', async () => {
    const info = await pasted('https://www.tiktok.com/@maker/video/7000000000000000001')
    const link = info.formats.find(({ url }) => url.startsWith('/api/proxied_download?'))!.url
    const file = `${folder}/tiktok`
    expect((await curl('-o', file, stage.address + link)).code).toBe(0)
    const sources = ['combined-720.mp4', 'combined-360.mp4'].map((name) => fs.readFileSync(mediaFile(name)))
    expect(sources.some((source) => source.equals(fs.readFileSync(file)))).toBe(true)
  })

  test('that we made is cut by its reader, gone on with, and the same as in one piece', async () => {
    const info = await pasted('https://www.youtube.com/watch?v=sealedvid00')
    const row = info.formats.find(({ label, url }) => label === '1080p MP4' && url.includes('start-merge'))!
    const { task_id: id } = (await (await fetch(stage.address + row.url)).json()) as { task_id: string }
    await expect
      .poll(async () => await (await fetch(`${stage.address}/api/download/status/${id}`)).json(), {
        timeout: 60_000,
      })
      .toMatchObject({ status: 'completed' })
    const link = `${stage.address}/api/download/file/${id}?download=1`
    const [one, pieces] = [`${folder}/made`, `${folder}/made-in-pieces`]
    expect((await curl('-o', one, link)).code).toBe(0)
    const made = fs.readFileSync(one)
    fs.writeFileSync(pieces, made.subarray(0, Math.floor(made.length / 3)))
    expect((await curl('--continue-at', '-', '-o', pieces, link)).code).toBe(0)
    expect(fs.readFileSync(pieces).equals(made)).toBe(true)
    expect((await curl('--continue-at', '-', '-o', pieces, '-w', '%{http_code}', link)).out).toBe('416')
  })

  test('without a grant causes no request', async () => {
    const before = stage.log().requests.length
    const source = 'https://cdn.example/combined-360.mp4'
    const { out } = await curl(`${stage.address}/api/proxied_download?url=${encodeURIComponent(source)}&g=x`)
    expect(JSON.parse(out)).toMatchObject({ code: 'stale' })
    expect(stage.log().requests.length).toBe(before)
  })

  async function pasted(link: string): Promise<VideoInfo> {
    const answer = await fetch(`${stage.address}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: link }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as VideoInfo
  }
})
