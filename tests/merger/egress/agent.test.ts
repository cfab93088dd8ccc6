import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request, type Dispatcher } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { agentOf } from '../../../merger/egress/agent.ts'

const dispatcher = agentOf()
afterAll(() => dispatcher.destroy())

/**
 * Starts a server that closes the connection directly after its response. HTTP allows this, even on a
 * keep-alive connection. The response body has `length` bytes.
 */
async function origin(length: number, headers: string) {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`)
      socket.end(Buffer.alloc(length, 'a'))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const LENGTHS = [1, 65_535, 65_536, 65_537, 131_072, 204_800, 1_000_000]
const HEADERS = (length: number) => [
  ['a persistent connection', `content-length: ${length}`],
  ['a connection with `connection: close`', `content-length: ${length}\r\nconnection: close`],
  ['a response without Content-Length', 'connection: close'],
]

test.each(LENGTHS.flatMap((length) => HEADERS(length).map(([name, headers]) => [length, name, headers])))(
  'a slow reader receives all %i bytes of a response body (%s)',
  async (length, _, headers) => {
    const { url, close } = await origin(Number(length), String(headers))
    const { body } = await request(url, { dispatcher })
    await sleep(100)
    let read = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      read += chunk.length
      await sleep(2)
    }
    close()
    expect(read).toBe(length)
  },
)

test('fails on a body shorter than its Content-Length', async () => {
  const { url, close } = await origin(100_000, 'content-length: 100001')
  const { body } = await request(url, { dispatcher })
  await expect(body.arrayBuffer()).rejects.toThrow()
  close()
})

test('passes back pressure from the reader to the server', async () => {
  const length = 64 * 1024 ** 2
  let sent = 0
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    const send = () => {
      for (let goesOn = true; goesOn && sent < length; sent += 65_536)
        goesOn = socket.write(Buffer.alloc(65_536))
    }
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`)
      socket.on('drain', send)
      send()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { body } = await request(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`, {
    dispatcher,
  })
  await sleep(500)
  expect(sent).toBeLessThan(length / 2)
  body.destroy()
  server.close()
})

test('calls the callbacks of an undici handler in order', async () => {
  const { url, close } = await origin(5, 'content-length: 5')
  const options = { origin: url, path: '/', method: 'GET' as const }
  const steps: string[] = []
  const end = (dispatch: (done: () => void) => Dispatcher.DispatchHandler) =>
    new Promise<void>((resolve) => void dispatcher.dispatch(options, dispatch(resolve)))
  await end((done) => ({
    onRequestStart: () => void steps.push('start'),
    onResponseStart: (_, status) => void steps.push(`status ${status}`),
    onResponseData: (_, chunk) => void steps.push(`data ${String(chunk)}`),
    onResponseEnd: () => (steps.push('end'), done()),
    onResponseError: (_, error) => void steps.push(error.message),
  }))
  expect(steps).toEqual(['start', 'status 200', 'data aaaaa', 'end'])
  const errors: unknown[] = []
  await end((done) => ({ onResponseEnd: done, onResponseError: (_, error) => (errors.push(error), done()) }))
  expect(errors).toEqual([])
  close()
})
