import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSealed } from '../sealed.ts'
import { startMachine, type Machine } from './lib/machine.ts'

const PORT = 9_720
const [PROXY, STRANGER] = ['127.0.0.2', '127.0.0.3']
/** In one minute one address gets 20, and the next address gets its own. */
const CALLS = 25
const SHARE = JSON.stringify({ url: 'https://cdn.example/a.mp4', title: 'Share', is_audio: false })

describeSealed('a machine behind a proxy', () => {
  let machine: Machine
  const statusOf = (path: string, localAddress: string, headers: Record<string, string>, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const options = { host: '127.0.0.1', port: PORT, path, localAddress, headers, method }
      const request = http.request(options, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      request.on('error', reject).end(body)
    })
  const statusesOf = async (localAddress: string, headersOf: (nth: number) => Record<string, string>) => {
    const statuses = []
    for (let nth = 0; nth < CALLS; nth++) {
      const headers = { 'content-type': 'application/json', ...headersOf(nth) }
      statuses.push(await statusOf('/api/shorten-preview', localAddress, headers, SHARE))
    }
    return statuses
  }

  beforeAll(async () => {
    machine = await startMachine(PORT, {
      TRUSTED_PROXIES: `${PROXY}/32`,
      DOMAIN: 'clips.example',
      RATE_FACTOR: '1',
    })
  })
  afterAll(() => machine.remove())

  test('counts visitors by the address that the proxy names', async () => {
    const statuses = await statusesOf(PROXY, (nth) => ({ 'x-forwarded-for': `6.6.6.6, 198.51.100.${nth}` }))
    expect(statuses).not.toContain(429)
  })

  test.for(['x-forwarded-for', 'cf-connecting-ip'])('ignores %s of a stranger', async (name) => {
    expect(await statusesOf(STRANGER, (nth) => ({ [name]: `198.51.100.${nth}` }))).toContain(429)
  })

  test('a visitor cannot choose an address in front of the proxy', async () => {
    const statuses = await statusesOf(PROXY, (nth) => ({
      'x-forwarded-for': `198.51.100.${nth}, 203.0.113.9`,
    }))
    expect(statuses).toContain(429)
  })

  test('its domain is reached by TLS, an address also without', async () => {
    const tls = { host: 'clips.example', 'x-forwarded-proto': 'https' }
    expect(await statusOf('/', PROXY, tls)).toBe(200)
    expect(await statusOf('/', STRANGER, tls)).toBe(308)
    expect(await statusOf('/', STRANGER, { host: '192.0.2.1:8787' })).toBe(200)
    expect(await statusOf('/', STRANGER, { host: 'nas.local' })).toBe(200)
  })
})
