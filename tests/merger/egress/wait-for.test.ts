import { EventEmitter, getEventListeners } from 'node:events'
import type net from 'node:net'
import { expect, test, vi } from 'vitest'
import { waitFor } from '../../../merger/egress/wait-for.ts'

/** An imitated socket that records whether it was destroyed. */
const socketOf = () => Object.assign(new EventEmitter(), { destroy: vi.fn() })
const wait = (socket: EventEmitter, signal: AbortSignal) =>
  waitFor<string[]>(socket as unknown as net.Socket, 'connect', signal)

test('returns the event arguments and leaves no listener', async () => {
  const [socket, stop] = [socketOf(), new AbortController()]
  const waiting = wait(socket, stop.signal)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
  socket.emit('connect', 'a', 'b')
  expect(await waiting).toEqual(['a', 'b'])
  expect(socket.listenerCount('error') + socket.listenerCount('connect')).toBe(0)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
  stop.abort()
  expect(socket.destroy).not.toHaveBeenCalled()
})

test('destroys the socket and throws on its error', async () => {
  const socket = socketOf()
  const waiting = wait(socket, new AbortController().signal)
  const error = new Error('refused')
  socket.emit('error', error)
  await expect(waiting).rejects.toBe(error)
  expect(socket.destroy).toHaveBeenCalledOnce()
  // A destroyed socket may emit more errors. Without a listener, they would end the process.
  expect(() => socket.emit('error', new Error('late'))).not.toThrow()
})

test('destroys the socket and throws on an abort', async () => {
  for (const reason of [new Error('cancelled'), 'a text']) {
    const [socket, stop] = [socketOf(), new AbortController()]
    const waiting = wait(socket, stop.signal)
    stop.abort(reason)
    const error: unknown = await waiting.catch((thrown: unknown) => thrown)
    if (reason instanceof Error) expect(error).toBe(reason)
    else expect(error).toMatchObject({ message: 'the connection timed out', cause: reason })
    expect(socket.destroy).toHaveBeenCalledOnce()
  }
})
