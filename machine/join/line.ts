import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'undici'
import { LINE_PING, LINE_PING_MS, LINE_SILENCE_MS, readFrame, type JoinKey } from '#contract/engine/line.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { paths } from '#contract/paths.ts'
import { callText, printCallToken, TOKEN_HEADER } from '#contract/merger-token.ts'
import { Calls } from './calls.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Keeps a line to the edge open, and makes the calls that arrive on it. */
export async function keepLine(join: JoinKey, merger: string, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { wasOpen, end } = await lineOnce(join, merger, signal)
    if (signal.aborted) return
    if (wasOpen) pause = FIRST_PAUSE_MS
    console.log(JSON.stringify({ event: 'line_ended', end, pause }))
    await sleep(pause)
  }
}

function lineOnce(
  join: JoinKey,
  merger: string,
  signal: AbortSignal,
): Promise<{ wasOpen: boolean; end: string }> {
  const { promise, resolve } = Promise.withResolvers<{ wasOpen: boolean; end: string }>()
  const path = `${paths.joinMergers}?name=${join.name}`
  const url = new URL(path, join.edge)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url, { headers: { [TOKEN_HEADER]: tokenOf(join.key, path) } })
  socket.binaryType = 'arraybuffer'
  const calls = new Calls(merger, (frame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(frame)
  })
  let wasOpen = false
  let heardAt = Date.now()
  const done = (end: string) => {
    clearInterval(pings)
    signal.removeEventListener('abort', leave)
    calls.abort()
    resolve({ wasOpen, end })
  }
  const pings = setInterval(() => {
    if (Date.now() > heardAt + LINE_SILENCE_MS) {
      // A line that is cut does not even close, so nothing more is waited for.
      socket.close()
      return done('silence')
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(LINE_PING)
  }, LINE_PING_MS)
  const leave = () => socket.close()
  signal.addEventListener('abort', leave, { once: true })
  socket.addEventListener('open', () => {
    wasOpen = true
    heardAt = Date.now()
    console.log(`Joined ${join.edge} as ${join.name}: links and merges arrive here.`)
  })
  socket.addEventListener('message', ({ data }) => {
    heardAt = Date.now()
    const frame = data instanceof ArrayBuffer ? readFrame(data) : undefined
    if (frame) calls.take(frame)
  })
  socket.addEventListener('error', () => done('the edge does not answer, or does not accept the key'))
  socket.addEventListener('close', ({ code, reason }) => done(`closed (${code} ${reason})`))
  return promise
}

function tokenOf(key: string, path: string): string {
  const call = { version: ENGINE_VERSION, at: Date.now(), nonce: randomUUID() }
  const mac = createHmac('sha256', key)
    .update(callText(call, 'GET', path))
    .digest('base64url')
  return printCallToken({ ...call, mac })
}
