import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { config } from '../../../merger/config.ts'
import { sourceFailure, startEgress } from '../../../merger/egress/egress.ts'
import { ProxyFault, throughProxy } from '../../../merger/egress/upstream.ts'
import { openAuthority } from '../../internet/ca.ts'
import { PUBLIC } from '../../internet/names.ts'
import { describeSealed } from '../../sealed.ts'
import { startHttpsProxy } from './https-proxy.ts'

/** The name of the proxy. It resolves to the public address of this machine. */
const PROXY = 'proxy.example'
const MEDIA = 'https://cdn.example/audio.m4a'

/** Returns a self-signed certificate for PROXY, and its key. */
function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/proxy-`)
  const names = ['-subj', `/CN=${PROXY}`, '-addext', `subjectAltName=DNS:${PROXY}`, '-days', '2']
  const files = ['-keyout', `${folder}/key`, '-out', `${folder}/cert`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files], {
    stdio: 'ignore',
  })
  const [key, cert] = [fs.readFileSync(`${folder}/key`), fs.readFileSync(`${folder}/cert`)]
  fs.rmSync(folder, { recursive: true })
  return { key, cert }
}

describeSealed('the merger can connect through a proxy with an https URL', () => {
  type Proxy = Awaited<ReturnType<typeof startHttpsProxy>>
  let trusted: Proxy
  let untrusted: Proxy
  beforeAll(async () => {
    const authority = await openAuthority()
    trusted = await startHttpsProxy({ ...authority.fallback, SNICallback: authority.sniCallback })
    untrusted = await startHttpsProxy(selfSigned())
  })
  beforeEach(() => void (trusted.asked.length = untrusted.asked.length = 0))
  afterAll(async () => {
    await trusted.close()
    await untrusted.close()
  })

  /**
   * Requests MEDIA through the proxy with the URL `via`. Returns the HTTP status or the failure code, and the
   * number of recorded proxy faults.
   */
  async function requested(via: string) {
    const egress = await startEgress(
      config({
        ...process.env,
        EXITS: JSON.stringify({ exits: { one: { via } }, routes: [{ try: ['one'] }] }),
      }),
    )
    const exitUse = egress.exits.begin('one')
    try {
      const answer = await request(MEDIA, { dispatcher: egress.through(exitUse.id).dispatcher })
      await answer.body.dump()
      return { result: answer.statusCode, faults: exitUse.faults }
    } catch (error) {
      return { result: sourceFailure(error).code, faults: exitUse.faults }
    } finally {
      await egress.close()
    }
  }

  test.each([
    ['name', PROXY, PROXY],
    // If the URL has an IP address, the TLS client sends no server name (RFC 6066, section 3). The proxy then
    // records 'false' as the server name.
    ['address', PUBLIC, 'false'],
  ])('uses a proxy with a certificate for the %s in its URL', async (_, host, serverName) => {
    expect(await requested(`https://me:p%40ss@${host}:${trusted.port}`)).toEqual({ result: 200, faults: 0 })
    expect(trusted.asked).toEqual([
      { authority: expect.stringMatching(/^[\d.]+:443$/), login: 'me:p@ss', serverName },
    ])
  })

  test('records a fault for a self-signed certificate', async () => {
    expect(await requested(`https://me:p%40ss@${PROXY}:${untrusted.port}`)).toEqual({
      result: 'unreachable',
      faults: 1,
    })
    expect(untrusted.asked).toEqual([])
  })

  test('records a fault for a certificate of another host', async () => {
    // The URL of the proxy has the address 127.0.0.1, but the certificate of the proxy is for the address
    // PUBLIC.
    expect(await requested(`https://me:p%40ss@127.0.0.1:${trusted.port}`)).toEqual({
      result: 'unreachable',
      faults: 1,
    })
    expect(trusted.asked).toEqual([])
  })
  test('records no fault for a silent target', async () => {
    const authority = await openAuthority()
    const silent = await startHttpsProxy(
      { ...authority.fallback, SNICallback: authority.sniCallback },
      { isSilent: true },
    )
    onTestFinished(silent.close)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const dial = new AbortController()
    const proxy = new URL(`https://${PROXY}:${silent.port}`)
    const result = throughProxy(proxy, { host: PUBLIC, port: 443 }, dial.signal).catch((error) => error)
    await expect.poll(() => silent.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    dial.abort()
    const error: unknown = await result
    expect(error).toMatchObject({ message: 'the target was not reached in time' })
    expect(error).not.toBeInstanceOf(ProxyFault)
  })
})
