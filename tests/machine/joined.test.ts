import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format, HealthAnswer } from '#contract/api.ts'
import { parseJoinKey, printJoinKey } from '#contract/engine/line.ts'
import { describeSealed } from '../sealed.ts'
import { visitorOf } from '../merger/merge/lib/product.ts'
import { startMachine, type Machine } from './lib/machine.ts'

const PORT = 9_750
const LINE_PORT = 9_753
const PACED = 'https://www.youtube.com/watch?v=pacedvideo'
const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')
/** Seconds. After 20 both ends give the line up. */
const CUTS = process.env['LONG'] ? [1, 10, 100] : [1, 25]

/** A line that can be cut: it then swallows what is sent, as a lost network does, and closes nothing. */
async function startLine(to: number) {
  const sockets = new Set<net.Socket>()
  let isCut = false
  const server = net.createServer({ allowHalfOpen: true }, (inner) => {
    const outer = net.connect(to, '127.0.0.1')
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      if (isCut) socket.pause()
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    inner.pipe(outer).pipe(inner)
  })
  server.listen(LINE_PORT, '127.0.0.1')
  await once(server, 'listening')
  return {
    async cut(ms: number) {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
      await sleep(ms)
      isCut = false
      // What was under way is lost with its connection.
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describeSealed('a merger at home', () => {
  let edge: Machine
  let home: Machine
  let line: Awaited<ReturnType<typeof startLine>>
  let visitor: ReturnType<typeof visitorOf>
  let key: string
  const mergers = async () =>
    ((await (await fetch(`${edge.address}/api/health`)).json()) as HealthAnswer).mergers
  const stateOf = async (name: string) => (await mergers()).find((one) => one.name === name)?.state

  beforeAll(async () => {
    edge = await startMachine(PORT, { MERGER_ORIGIN: 'join:attic#youtube' })
    line = await startLine(PORT)
    key = (await edge.command(['join-key', 'attic', '--edge', `http://127.0.0.1:${LINE_PORT}`])).trim()
    home = await startMachine(PORT + 10, {}, { args: ['merger', '--join', key], ready: 'Joined' })
    visitor = visitorOf(edge.address, edge.data)
  })
  afterAll(async () => {
    line?.close()
    await home?.remove()
    await edge?.remove()
  })

  test('appears in the health of the edge by its name', async () => {
    await expect.poll(() => stateOf('join:attic')).toBe('ready')
  })

  test('gets the links of its platforms, and the other merger the rest', async () => {
    await visitor.file(await visitor.start('https://www.youtube.com/watch?v=sealedvid00', isPair))
    await visitor.start('https://vimeo.com/200000001', () => true)
    const extracted = (machine: Machine) =>
      Array.from(machine.output().matchAll(/"event":"extraction".*"platform":"(\w+)"/g), ([, id]) => id)
    expect([extracted(home), extracted(edge)]).toEqual([['youtube'], ['vimeo']])
  })

  test('without the key nobody joins', async () => {
    const { edge: address, name } = parseJoinKey(key)!
    const wrong = printJoinKey({ edge: address, name, key: 'w'.repeat(43) })
    const refused = { args: ['merger', '--join', wrong], ready: 'does not accept the key' }
    const stranger = await startMachine(PORT + 20, {}, refused)
    await stranger.remove()
    expect((await fetch(`${edge.address}/api/mergers/join?name=attic`)).status).toBe(404)
  })

  test.for(CUTS)('a merge survives a line that is cut for %i s', async (seconds) => {
    const task = await visitor.start(`${PACED}${seconds % 10}`, isPair)
    await expect.poll(async () => (await visitor.status(task)).progress, { interval: 100 }).toBeGreaterThan(5)
    await line.cut(seconds * 1_000)
    await visitor.file(task)
    await expect.poll(() => stateOf('join:attic'), { timeout: 60_000 }).toBe('ready')
  })
})
