import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetch, request } from 'undici'
import { Failure } from '#contract/failure.ts'
import { config } from '../../../merger/config.ts'
import { dialler } from '../../../merger/egress/dial.ts'
import { sourceFailure, startEgress, type Egress } from '../../../merger/egress/egress.ts'
import { startGuard } from '../../../merger/egress/guard.ts'
import { watchLog } from '../../internet/log.ts'
import { describeSealed } from '../../sealed.ts'

const throughProxy = (via: string) =>
  settings({ EXITS: JSON.stringify({ exits: { all: { via } }, default: 'all' }) })
const settings = (env: Record<string, string> = {}) => config({ ...process.env, ...env })

/**
 * Sends a CONNECT request to the guard, the local proxy of the merger, and returns its response. `denied` is
 * true if the guard itself has refused the address.
 */
function connect(proxy: string, authority: string): Promise<{ status: number; denied: boolean }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(proxy)
    const asked = http.request({ host: '127.0.0.1', port, method: 'CONNECT', path: authority, agent: false })
    asked.on('connect', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, denied: answer.headers['x-egress'] === 'denied' })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/**
 * Sends a GET request to the guard and returns its response. The request has an absolute URL, as clients send
 * it to an HTTP proxy.
 */
async function forward(proxy: string, url: string): Promise<{ status: number; denied: boolean }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(proxy)
    const asked = http.request({ host: '127.0.0.1', port, path: url, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, denied: answer.headers['x-egress'] === 'denied' })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Private addresses, and host names of private addresses, in every spelling that a client may send. */
const privateHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0.0.0.0',
  '10.0.0.5',
  '169.254.169.254',
  '100.64.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'loop.test',
  'private.test',
  'link.test',
  'cgnat.test',
  'zero.test',
  'mapped.test',
  'ula.test',
  'v6loop.test',
  'mixed.test',
  'cname.test',
  '127.0.0.1.nip.test',
  '7f000001.nip.test',
  '168.63.129.16',
]

describeSealed('the guard connects only to public addresses', () => {
  let egress: Egress
  beforeAll(async () => {
    egress = await startEgress(settings())
  })
  afterAll(() => egress.close())

  test('connects to a host with a public address', async () => {
    const since = watchLog()
    expect(await connect(egress.proxy, 'cdn.example:443')).toEqual({ status: 200, denied: false })
    expect(await forward(egress.proxy, 'http://cdn.example/audio.m4a')).toEqual({
      status: 200,
      denied: false,
    })
    const answer = await request('https://cdn.example/audio.m4a', { dispatcher: egress.dispatcher })
    expect(answer.statusCode).toBe(200)
    expect((await answer.body.bytes()).length).toBeGreaterThan(100_000)
    expect(since().requests.filter(({ host }) => host === 'cdn.example')).toHaveLength(2)
  })

  test('connects to a host that has only an IPv6 address', async () => {
    const answer = await request('http://six.example/audio.m4a', { dispatcher: egress.dispatcher })
    answer.body.destroy()
    expect(answer.statusCode).toBe(200)
  })

  test.each(privateHosts)('refuses %s without opening a connection', async (host) => {
    const since = watchLog()
    for (const port of [80, 443]) {
      const { status, denied } = await connect(egress.proxy, `${host}:${port}`)
      expect([status, denied]).toEqual([403, true])
    }
    expect(await forward(egress.proxy, `http://${host}/x`)).toEqual({ status: 403, denied: true })
    const error = await request(`http://${host}/x`, { dispatcher: egress.dispatcher }).catch(sourceFailure)
    expect(error).toMatchObject({ code: 'refused_address' })
    expect(since().intrusions).toEqual([])
    expect(since().requests).toEqual([])
  })

  test.each([
    'cdn.example:22',
    'cdn.example:8080',
    'cdn.example:0',
    'cdn.example',
    ':443',
    'a%20b:443',
    'user@cdn.example:443',
    'cdn.example:443/x',
    '',
  ])('the guard refuses a CONNECT request for "%s"', async (authority) => {
    const { status } = await connect(egress.proxy, authority || '-')
    expect(status).toBe(403)
  })

  test.each(['https://cdn.example/', 'ftp://cdn.example/', 'http://user:word@cdn.example/', '/etc/passwd'])(
    'refuses to forward a request for %s',
    async (url) => expect((await forward(egress.proxy, url)).status).toBe(403),
  )

  test('never connects to a private address after DNS rebinding', async () => {
    const since = watchLog()
    for (let n = 0; n < 20; n += 1) {
      const authority = `${crypto.randomUUID()}.rebind.test:80`
      // The guard must connect to the address that it has checked. If it queried the name again, it would get
      // a private address.
      expect(await connect(egress.proxy, authority)).toEqual({ status: 200, denied: false })
      expect(await connect(egress.proxy, authority)).toEqual({ status: 403, denied: true })
    }
    expect(since().intrusions).toEqual([])
  })

  test('refuses a redirect to a private address', async () => {
    const since = watchLog()
    const error = await fetch('https://redirect.example/?to=http://10.0.0.5/secret', {
      dispatcher: egress.dispatcher,
    }).catch(sourceFailure)
    expect(error).toMatchObject({ code: 'refused_address' })
    expect(since().intrusions).toEqual([])
  })

  test('fails with "unreachable" without a reachable address', async () => {
    for (const host of ['nowhere.example', 'dead.example']) {
      expect(await connect(egress.proxy, `${host}:443`)).toEqual({ status: 502, denied: false })
      const error = await request(`https://${host}/`, { dispatcher: egress.dispatcher }).catch(sourceFailure)
      expect(error).toMatchObject({ code: 'unreachable' })
    }
  })
})

describeSealed('the merger connects through a configured proxy', () => {
  test('gives a proxy its login and only public targets', async () => {
    const asked: { path: string; user: string }[] = []
    const upstream = http
      .createServer()
      .on('connect', (question: http.IncomingMessage, socket: net.Socket) => {
        asked.push({ path: question.url ?? '', user: question.headers['proxy-authorization'] ?? '' })
        const [host, port] = (question.url ?? '').split(':')
        const source = net.connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
        source.pipe(socket).on('error', () => source.destroy())
        socket.pipe(source).on('error', () => socket.destroy())
      })
    await new Promise<void>((resolve) => upstream.listen(9_190, '127.0.0.1', resolve))
    const egress = await startEgress(throughProxy('http://me:p%40ss@127.0.0.1:9190'))
    const answer = await request('https://cdn.example/audio.m4a', { dispatcher: egress.dispatcher })
    expect(answer.statusCode).toBe(200)
    await answer.body.bytes()
    expect(await connect(egress.proxy, 'private.test:443')).toEqual({ status: 403, denied: true })
    await egress.close()
    upstream.close()
    upstream.closeAllConnections()
    expect(asked).toEqual([{ path: '93.184.216.34:443', user: `Basic ${btoa('me:p@ss')}` }])
  })

  test('responds with 502 after a refusal by a proxy', async () => {
    const upstream = http
      .createServer()
      .on('connect', (_, socket: net.Socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'))
    await new Promise<void>((resolve) => upstream.listen(9_191, '127.0.0.1', resolve))
    const egress = await startEgress(throughProxy('http://127.0.0.1:9191'))
    expect(await connect(egress.proxy, 'cdn.example:443')).toEqual({ status: 502, denied: false })
    await egress.close()
    upstream.close()
  })
})

test('detects a guard without an address check', async () => {
  const open = await startGuard(async () => net.connect(9, '127.0.0.1').on('error', () => {}))
  const { status } = await connect(`http://127.0.0.1:${open.port}`, '10.0.0.1:443')
  expect(status).toBe(200)
  await open.close()
})

test('the dialler refuses loopback addresses on any port', async () => {
  await expect(dialler()('127.0.0.1', 80)).rejects.toMatchObject({ code: 'refused_address' })
  await expect(dialler()('127.0.0.1', 6_379)).rejects.toMatchObject({ code: 'refused_address' })
})

test('sourceFailure converts every error except a Failure', () => {
  const refused = new Failure('refused_address')
  expect(sourceFailure(new Error('outer', { cause: refused }))).toBe(refused)
  const late = Object.assign(new Error('late'), { name: 'HeadersTimeoutError' })
  expect(sourceFailure(new Error('outer', { cause: late }))).toMatchObject({
    code: 'timeout',
    cause: { message: 'outer' },
  })
  for (const error of [new Error('reset'), 'a text'])
    expect(sourceFailure(error)).toMatchObject({ code: 'unreachable', cause: error })
})

describeSealed('every exit has a dispatcher and a guard URL', () => {
  test('gives each proxy its own guard URL and dispatcher', async () => {
    const EXITS = JSON.stringify({
      exits: { home: { via: 'http://127.0.0.1:9' } },
      routes: [{ try: ['home', 'direct'] }],
    })
    const egress = await startEgress(settings({ EXITS }))
    const home = egress.through('home')
    expect(new URL(home.proxy).username).toBe('home')
    expect(egress.through('home')).toBe(home)
    expect(egress.through(undefined).proxy).toBe(egress.proxy)
    expect(egress.through(undefined).dispatcher).toBe(egress.dispatcher)
    await expect(egress.nextHello(AbortSignal.timeout(20))).rejects.toThrow('timeout')
    expect(new URL(egress.proxy).username).toBe('')
    expect(home.dispatcher).not.toBe(egress.dispatcher)
    expect(() => egress.through('none')).toThrow(expect.objectContaining({ code: 'forbidden' }))
    await egress.close()
    // Requests through a closed dispatcher fail at once.
    for (const { dispatcher } of [home, egress])
      await expect(request('http://1.1.1.1/', { dispatcher })).rejects.toThrow(/destroyed|closed/)
  })
})
