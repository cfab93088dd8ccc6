import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { root } from '../../internet/cache.ts'
import { makeMedia, mediaFile } from '../../internet/media.ts'
import { grantFor } from '../lib/grants.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// Tests downloads with curl: complete downloads, downloads that the source interrupts, and resumed downloads.

/**
 * Number of bytes after which the faulty source closes the connection: a little more than half of the file's
 * 972,841 bytes.
 */
const BYTES_BEFORE_DROP = 500_000
/**
 * The two ways in which the proxy gets media. `edge`: the Worker requests the media from the source. `relay`:
 * the Worker asks a merger, which requests the media from the source.
 */
const transports = ['edge', 'relay'] as const
type Transport = (typeof transports)[number]

describeSealed('curl can download media and merged files', () => {
  const harness = useProduct({ vars: { MEDIA_WAY: 'unguarded' } })
  const folder = `${root}/.cache/e2e/curl-${process.pid}`
  let whole: Buffer

  beforeAll(async () => {
    await makeMedia()
    whole = fs.readFileSync(mediaFile('combined-360.mp4'))
    fs.mkdirSync(folder, { recursive: true })
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  /** Runs curl for at most 60 seconds and returns its exit code and output. */
  function curl(...args: string[]): Promise<{ code: number; out: string }> {
    return new Promise((resolve) => {
      const allArgs = ['--silent', '--show-error', '--globoff', '--max-time', '60', ...args]
      execFile('curl', allArgs, { encoding: 'latin1', maxBuffer: 32 * 1024 ** 2 }, (error, out) =>
        resolve({ code: error ? Number(error.code) : 0, out }),
      )
    })
  }
  const address = async (source: string, transport: Transport, more = '') =>
    `${harness.address}/api/proxied_download?url=${encodeURIComponent(source)}&g=${await grantFor(source, transport)}${more}`
  /**
   * Returns the URL of a source that closes every connection after BYTES_BEFORE_DROP bytes. The source counts
   * requests by path, so each test passes a different name.
   */
  const dropping = (name: string) => `https://cdn.example/faulty/drop/${name}/combined-360.mp4`

  // If the source closes a connection, both ways continue with a range request. A download therefore fails
  // only if the source never sends the remaining bytes.
  test.each(transports)('lets curl notice a source cut early (%s)', async (transport) => {
    const source = `https://cdn.example/faulty/cut/${transport}/combined-360.mp4`
    const file = `${folder}/cut-${transport}`
    const { code } = await curl('-o', file, await address(source, transport))
    expect(code).toBe(18) // CURLE_PARTIAL_FILE: the body is incomplete.
    const got = fs.readFileSync(file)
    expect(got.length).toBeLessThan(0.65 * whole.length)
    expect(got.equals(whole.subarray(0, got.length))).toBe(true)
  })

  test.each(transports)('lets curl notice a source that closes early (%s)', async (transport) => {
    const source = `https://cdn.example/faulty/chopped/${transport}/combined-720.mp4`
    const { code } = await curl('-o', `${folder}/chopped-${transport}`, await address(source, transport))
    expect(code).not.toBe(0)
  })

  test.each(transports)('completes and resumes a download (%s)', async (transport) => {
    const file = `${folder}/healed-${transport}`
    expect((await curl('-o', file, await address(dropping(`healed-${transport}`), transport))).code).toBe(0)
    expect(fs.readFileSync(file).equals(whole)).toBe(true)
    fs.truncateSync(file, BYTES_BEFORE_DROP)
    const link = await address('https://cdn.example/combined-360.mp4', transport)
    expect((await curl('--continue-at', '-', '-o', file, link)).code).toBe(0)
    expect(fs.readFileSync(file).equals(whole)).toBe(true)
  })

  test.each(transports)('sends the range only if If-Range matches (%s)', async (transport) => {
    const link = await address('https://cdn.example/combined-360.mp4', transport, '&filename=clip.mp4')
    const { out: head } = await curl('--head', link)
    expect(head).toMatch(/^HTTP\/1.1 200 /)
    expect(head).toContain(`\r\nContent-Length: ${whole.length}\r\n`)
    expect(head).toMatch(/\r\nAccept-Ranges: bytes\r\n/i)
    expect(head).toContain('\r\nContent-Disposition: attachment; filename="clip.mp4"\r\n')
    const etag = /\r\netag: ("[^"]+")\r\n/i.exec(head)?.[1] ?? ''
    const range = async (validator: string) => {
      const file = `${folder}/range-${transport}`
      const asked = ['-H', `If-Range: ${validator}`, '--range', '100000-199999']
      const { code, out } = await curl('-D', '-', '-o', file, ...asked, link)
      expect(code).toBe(0)
      return { head: out, bytes: fs.readFileSync(file) }
    }
    const same = await range(etag)
    expect(same.head).toMatch(/^HTTP\/1.1 206 /)
    expect(same.head).toMatch(new RegExp(`\r\ncontent-range: bytes 100000-199999/${whole.length}\r\n`, 'i'))
    expect(same.bytes.equals(whole.subarray(100_000, 200_000))).toBe(true)
    const other = await range('"another"')
    expect(other.head).toMatch(/^HTTP\/1.1 200 /)
    expect(other.bytes.equals(whole)).toBe(true)
  })

  test('downloads the complete file of a format', async () => {
    const info = await extract('https://www.tiktok.com/@maker/video/7000000000000000001')
    const link = info.formats.find(({ url }) => url.startsWith('/api/proxied_download?'))!.url
    const file = `${folder}/tiktok`
    expect((await curl('-o', file, harness.address + link)).code).toBe(0)
    const sources = ['combined-720.mp4', 'combined-360.mp4'].map((name) => fs.readFileSync(mediaFile(name)))
    expect(sources.some((source) => source.equals(fs.readFileSync(file)))).toBe(true)
  })

  test('resumes a merged file as the same file', async () => {
    const info = await extract('https://www.youtube.com/watch?v=sealedvid00')
    const row = info.formats.find(({ label, url }) => label === '1080p MP4' && url.includes('start-merge'))!
    const { task_id: id } = (await (await fetch(harness.address + row.url)).json()) as { task_id: string }
    await expect
      .poll(async () => await (await fetch(`${harness.address}/api/download/status/${id}`)).json())
      .toMatchObject({ status: 'completed' })
    const link = `${harness.address}/api/download/file/${id}?download=1`
    const [one, pieces] = [`${folder}/made`, `${folder}/made-in-pieces`]
    expect((await curl('-o', one, link)).code).toBe(0)
    const made = fs.readFileSync(one)
    fs.writeFileSync(pieces, made.subarray(0, Math.floor(made.length / 3)))
    expect((await curl('--continue-at', '-', '-o', pieces, link)).code).toBe(0)
    expect(fs.readFileSync(pieces).equals(made)).toBe(true)
    expect((await curl('--continue-at', '-', '-o', pieces, '-w', '%{http_code}', link)).out).toBe('416')
  })

  test('asks no source for an invalid grant', async () => {
    const before = harness.log().requests.length
    const source = 'https://cdn.example/combined-360.mp4'
    const { out } = await curl(
      `${harness.address}/api/proxied_download?url=${encodeURIComponent(source)}&g=x`,
    )
    expect(JSON.parse(out)).toMatchObject({ code: 'stale' })
    expect(harness.log().requests.length).toBe(before)
  })

  async function extract(link: string): Promise<VideoInfo> {
    const answer = await fetch(`${harness.address}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: link }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as VideoInfo
  }
})
