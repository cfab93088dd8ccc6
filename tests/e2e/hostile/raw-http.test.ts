import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { requestHead, send, type Answer } from '../lib/raw-http.ts'
import { grantFor } from '../lib/grants.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// These tests send data that no browser sends, such as malformed bytes and incomplete requests. They also
// disconnect early.

describeSealed('malformed HTTP requests do no harm', () => {
  const harness = useProduct({ vars: { MEDIA_WAY: 'unguarded' } })
  const get = (path: string, ...headers: string[]) =>
    send(
      harness.address,
      requestHead(`GET ${path} HTTP/1.1`, ...(headers.length ? headers : ['Host: ours.example'])),
    )
  /**
   * Checks the status of a response, and that it contains no secret, no stack trace and none of the
   * `forbidden` texts.
   */
  const expectHarmless = (answer: Answer, status: number, ...forbidden: string[]) => {
    const { text } = answer
    expect(answer.status, text.slice(0, 500)).toBe(status)
    for (const one of ['GRANT_KEYS', 'at async', ...forbidden]) expect(text).not.toContain(one)
  }

  test('refuses an invalid Host (corpus: html in host, quote in host)', async () => {
    // Cloudflare refuses an invalid host name before the Worker runs (docs/decisions/differences.md). Its
    // local simulation does the same: it sends a plain text with status 500, or with status 400 if the name
    // is empty.
    const refused: [status: number, ...headers: string[]][] = [
      [500, 'Host: <script>alert(1)</script>'],
      [500, 'Host: a"b.test'],
      [500, 'Host: a b.test'],
      [500, 'Host: evil.test:99999'],
      [500, 'Host: [::1'],
      [400, 'Host: '],
      [500, 'Host: ours.example', 'Host: evil.test'],
    ]
    for (const [status, ...headers] of refused) {
      const answer = await get('/', ...headers)
      expect(answer.status, headers.join()).toBe(status)
      expect(answer.head, headers.join()).not.toMatch(/^(content-security-policy|content-type: text\/html)/im)
    }
  })

  test('returns no forged host', async () => {
    const absolute = await get('http://evil.test/')
    expectHarmless(absolute, 200, 'evil.test')
    expectHarmless(await send(harness.address, 'GET / HTTP/1.0\r\n\r\n'), 400)
    expect((await send(harness.address, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
    expectHarmless(
      await get('/', 'Host: ours.example', 'X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: javascript'),
      200,
      'evil.test',
    )
  })

  test('refuses unsupported methods (corpus: TRACE)', async () => {
    for (const method of ['TRACE', 'PUT', 'PATCH', 'PROPFIND', 'OPTIONS']) {
      const answer = await send(
        harness.address,
        requestHead(`${method} / HTTP/1.1`, 'Host: ours.example', 'X-Secret: canary', 'Content-Length: 0'),
      )
      expect(answer.status, method).toBe(405)
      expect(answer.text).not.toContain('canary')
    }
  })

  test('reaches no file outside of the build by ..', async () => {
    for (const path of [
      '/../.dev.vars',
      '/.dev.vars',
      '/assets/../.dev.vars',
      '/assets/..%2f..%2f.dev.vars',
      '/assets/%252e%252e/wrangler.toml',
      '/assets/%2e%2e/%2e%2e/wrangler.toml',
      '/wrangler.toml',
      '/%00',
      '/%ff%fe',
      '/assets/%E0%A4%A',
      '/s/%E0%A4%A',
      '/api/download/status/%E0%A4%A',
      '/\\evil.test',
      '//evil.test/%2f..',
      '/api/../api/../.git/config',
      `/${'a/'.repeat(2_000)}`,
    ]) {
      const answer = await get(path)
      expectHarmless(answer, 404)
      expect(answer.head.toLowerCase()).not.toContain('\r\nlocation:')
    }
  })

  test('allows long headers and refuses two lengths', async () => {
    expectHarmless(await get('/', 'Host: ours.example', `X: ${'x'.repeat(200_000)}`), 200)
    expectHarmless(
      await get('/', 'Host: ours.example', ...Array.from({ length: 5_000 }, (_, i) => `X-${i}: y`)),
      200,
    )
    expectHarmless(await get('/', 'Host: ours.example', `Cookie: theme=dark; ${'x=y; '.repeat(2_000)}`), 200)
    const both = `POST /api/shorten-preview HTTP/1.1\r\nHost: ours.example\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/config HTTP/1.1\r\nHost: ours.example\r\nConnection: close\r\n\r\n`
    expect((await send(harness.address, both)).status).toBe(400)
  })

  test('refuses a body without end (corpus: chunked endless body, Content-Length larger than body)', async () => {
    const head = [
      'POST /api/shorten-preview HTTP/1.1',
      'Host: ours.example',
      'Content-Type: application/json',
    ]
    const drip = (socket: net.Socket) => {
      const timer = setInterval(() => socket.write('1\r\n{\r\n'), 1_000)
      socket.on('close', () => clearInterval(timer))
    }
    const [endless, short] = await Promise.all([
      send(harness.address, `${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`, drip),
      send(
        harness.address,
        `${[...head, 'Content-Length: 5000'].join('\r\n')}\r\n\r\n{"url":"x"`,
        () => undefined,
      ),
    ])
    expect([endless.status, short.status]).toEqual([400, 400])
  })

  test('explains a body that is no small JSON', async () => {
    const headOf = (length: number, type = 'application/json') =>
      requestHead(
        'POST /api/download-video HTTP/1.1',
        'Host: ours.example',
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
      )
    const post = (body: Buffer, type?: string) =>
      send(harness.address, Buffer.concat([Buffer.from(headOf(body.length, type)), body]))
    const invalid = Buffer.concat([
      Buffer.from('{"tweet_url":"https://cdn.example/'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}'),
    ])
    const refused: [body: Buffer, message: string][] = [
      [invalid, failures.bad_request.text],
      [Buffer.from([0xff, 0xfe, 0x7b, 0x00]), failures.bad_request.text],
      [
        Buffer.from('{"tweet_url":"https://cdn.example/\\ud800"}'),
        'Please enter a valid URL (it contains characters that can’t be in a link)',
      ],
      [Buffer.alloc(0), failures.bad_request.text],
    ]
    for (const [body, error] of refused) {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({ error })
    }
    // The answer comes before the body. If the rest of it arrived afterwards, TCP could drop the answer.
    expect((await send(harness.address, headOf(100_000), () => undefined)).status).toBe(413)
    expect((await post(Buffer.from('{}'), 'text/plain')).status).toBe(415)
  })

  test('takes the first of two url parameters', async () => {
    const [mine, other] = ['https://cdn.example/combined-360.mp4', 'https://cdn.example/picture.jpg']
    const grant = await grantFor(mine)
    const link = (...urls: string[]) =>
      `/api/proxied_download?${urls.map((url) => `url=${encodeURIComponent(url)}`).join('&')}&g=${grant}`
    const before = harness.log().requests.length
    expect((await get(link(other, mine))).status).toBe(403)
    expect((await get(`${link(mine)}~x`)).status).toBe(403)
    expect((await get(link(`${mine}#g=x`).replace(/&g=.*/, ''))).status).toBe(403)
    expect(harness.log().requests.length).toBe(before)
    const head = (
      await send(harness.address, requestHead(`HEAD ${link(mine, other)} HTTP/1.1`, 'Host: ours.example'))
    ).head
    expect(head).toMatch(/^HTTP\/1.1 200 .*content-type: video\/mp4/is)
  })

  test('has one well-formed Content-Disposition', async () => {
    const link = `/api/proxied_download?url=${encodeURIComponent('https://cdn.example/picture.jpg')}&g=${await grantFor('https://cdn.example/picture.jpg')}`
    for (const name of [
      '海'.repeat(300),
      `${'海'.repeat(300)}.exe`,
      'a\u202egpj.exe',
      'a"; filename="evil.exe',
      'a%0d%0aSet-Cookie: x=1',
      '\r\nSet-Cookie: x=1',
      'a\0b',
      '%',
      '%25%',
      "UTF-8''evil.exe",
    ]) {
      const { head, status } = await get(`${link}&filename=${encodeURIComponent(name)}`)
      expect(status).toBe(200)
      const all = head.split('\r\n').filter((line) => /^content-disposition:/i.test(line))
      expect(all).toHaveLength(1)
      expect(all[0]).toMatch(
        /^content-disposition: attachment; filename="[^"]*\.jpe?g"(; filename\*=UTF-8''[\w%.!~*'()+-]*\.jpe?g)?$/i,
      )
      expect(all[0]!.length).toBeLessThan(1_200)
      expect(head).not.toMatch(/^set-cookie/im)
    }
  })

  /**
   * Downloads the first megabyte through the proxy and disconnects. Then checks that the proxy closes its own
   * connection to the source.
   */
  async function disconnectAtOneMegabyte(source: string): Promise<void> {
    const link = `${harness.address}/api/proxied_download?url=${encodeURIComponent(source)}&g=${await grantFor(source)}`
    // The test counts connections, so it waits until the connections of earlier tests are closed.
    await expect.poll(openToSources).toBe(0)
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
      http.get(link, resolve).on('error', reject),
    )
    let received = 0
    await new Promise<void>((resolve) =>
      answer.on('data', (piece: Buffer) => {
        received += piece.length
        if (received < 1_000_000) return
        answer.pause()
        resolve()
      }),
    )
    expect(openToSources()).toBe(1)
    answer.destroy()
    await expect.poll(openToSources).toBe(0)
  }

  test('stops at a disconnect (corpus: client disconnects at 1 MB)', async () => {
    // This source sends as fast as the proxy reads. When the client stops reading, backpressure blocks the
    // source.
    await disconnectAtOneMegabyte('https://cdn.example/long-1080.mp4')
    // This source sends about three chunks per second. The proxy notices the disconnect at the next chunk.
    await disconnectAtOneMegabyte('https://cdn.example/faulty/slow/leaves/long-1080.mp4')
  })
})

/**
 * Returns the number of open connections to port 443 of the test servers that imitate public sites. These
 * servers run in the network namespace of this test.
 */
function openToSources(): number {
  const open = ['tcp', 'tcp6'].flatMap((kind) =>
    fs.readFileSync(`/proc/net/${kind}`, 'utf8').split('\n').slice(1),
  )
  // Connections whose local port is 443 (01BB in hexadecimal) and whose state is ESTABLISHED (01).
  return open.filter((line) => /^\s*\d+: [0-9A-F]+:01BB [0-9A-F]+:[0-9A-F]{4} 01 /.test(line)).length
}
