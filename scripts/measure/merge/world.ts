import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mediaFolder, now, SOURCE_RATE, STORE_RATE, WORLD, WORLD_PORT } from './places.ts'

/** Time at which the source sent its last byte, in epoch milliseconds with fractions. */
let lastSent = 0
let [credit, refilled] = [0, now()]

async function waitForCredit(bytes: number) {
  for (;;) {
    credit = Math.min(credit + ((now() - refilled) / 1_000) * STORE_RATE, STORE_RATE / 4)
    refilled = now()
    if (credit > 0) return void (credit -= bytes)
    await sleep(2)
  }
}

/** A source of the kind `whole` ignores ranges, and a source of the kind `fast` has no speed limit. */
async function send(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  source: string,
  name: string,
) {
  const file = path.join(mediaFolder, name)
  const { size } = fs.statSync(file)
  const range = source === 'whole' ? null : /^bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
  const start = Number(range?.[1] ?? 0)
  const end = Math.min(Number(range?.[2] || size - 1), size - 1)
  response.writeHead(range ? 206 : 200, {
    'content-length': end - start + 1,
    'content-type': 'video/mp4',
    etag: '"1"',
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  const began = now()
  const closed = once(response, 'close')
  let sent = 0
  for await (const chunk of fs.createReadStream(file, { start, end, highWaterMark: 128 * 1024 })) {
    sent += chunk.length
    if (source !== 'fast') await sleep(Math.max(0, (sent / SOURCE_RATE) * 1_000 - (now() - began)))
    if (response.destroyed) return
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
    lastSent = now()
  }
  response.end()
}

const server = http.createServer(async (request, response) => {
  const [, source = '', name = ''] = new URL(request.url ?? '/', WORLD).pathname.split('/')
  if (source === 'last-byte') return response.end(String(lastSent))
  if (request.method !== 'PUT') return send(request, response, source, name).catch(() => response.destroy())
  for await (const chunk of request) await waitForCredit(chunk.length)
  response.end()
})
server.listen(WORLD_PORT, '127.0.0.1', () => process.send?.('ready'))

process.on('disconnect', () => process.exit())
