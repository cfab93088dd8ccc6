import { once } from 'node:events'
import net from 'node:net'
import { closing } from './closing.ts'

/** A client's request to open a connection through the proxy. */
type Asked = { user: string; password: string; host: string; port: number }

/**
 * Starts a SOCKS5 proxy with login (RFC 1928, RFC 1929) that resolves names itself. `asked` records each
 * requested connection.
 * @param refusal the reply code with which the proxy refuses every connection; 0 = it refuses none;
 * 'silent' = it never replies
 */
export async function startSocksProxy(refusal: number | 'silent' = 0) {
  const asked: Asked[] = []
  const server = net.createServer((socket) => {
    track(socket)
    serve(socket, asked, refusal).catch(() => socket.destroy())
  })
  const { track, close } = closing(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as net.AddressInfo).port, asked, close }
}

async function serve(socket: net.Socket, asked: Asked[], refusal: number | 'silent'): Promise<void> {
  let wake = () => {}
  const onReadable = () => wake()
  // All calls of `read` share this one listener. If each call added a listener, Node would call the listener
  // at once for bytes that are already buffered, and `read` would wake up without new bytes.
  socket.on('readable', onReadable)
  const read = async (count: number): Promise<Buffer> => {
    for (;;) {
      const bytes = socket.read(count) as Buffer | null
      if (bytes) return bytes
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const text = async () => (await read((await read(1))[0]!)).toString()
  await read((await read(2))[1]!)
  socket.write(Buffer.from([5, 2]))
  await read(1)
  const [user, password] = [await text(), await text()]
  socket.write(Buffer.from([1, 0]))
  const kind = (await read(4))[3]
  const host = kind === 3 ? await text() : [...(await read(kind === 1 ? 4 : 16))].join('.')
  const port = (await read(2)).readUInt16BE()
  socket.off('readable', onReadable)
  asked.push({ user, password, host, port })
  if (refusal === 'silent') return
  if (refusal) return void socket.end(Buffer.from([5, refusal, 0, 1, 0, 0, 0, 0, 0, 0]))
  const target = net.connect({ host, port })
  target.on('error', () => socket.destroy())
  await once(target, 'connect')
  socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  socket.pipe(target).pipe(socket)
}
