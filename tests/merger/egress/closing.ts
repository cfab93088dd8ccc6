import { once } from 'node:events'
import type net from 'node:net'

/** Ends the sockets of a proxy with it. */
export function closing(server: net.Server) {
  const sockets = new Set<net.Socket>()
  const track = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { track, close }
}
