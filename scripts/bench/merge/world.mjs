import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { media, now, PORT_WORLD, SINK_RATE, SOURCE_RATE, WORLD } from './places.mjs'

// A source whose connections are slow each, and a store of parts that is slow as a whole.

let [moved, sent, credit, refilled] = [0, 0, 0, now()]
const slot = async (bytes) => {
  for (;;) {
    credit = Math.min(credit + ((now() - refilled) / 1_000) * SINK_RATE, SINK_RATE / 4)
    refilled = now()
    if (credit > 0) return void (credit -= bytes)
    await sleep(2)
  }
}
const give = async (request, response, way, name) => {
  const file = path.join(media, name)
  const { size } = fs.statSync(file)
  const [, from, to] = (way !== 'whole' && /^bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')) || []
  const [start, end] = [Number(from ?? 0), Math.min(Number(to || size - 1), size - 1)]
  const range = { 'content-range': `bytes ${start}-${end}/${size}` }
  response.writeHead(from ? 206 : 200, {
    'content-length': end - start + 1,
    'content-type': 'video/mp4',
    etag: '"1"',
    ...(from && range),
  })
  const begun = now()
  const gone = once(response, 'close')
  let given = 0
  for await (const chunk of fs.createReadStream(file, { start, end, highWaterMark: 128 * 1024 })) {
    given += chunk.length
    moved += chunk.length
    if (way !== 'fast') await sleep(Math.max(0, (given / SOURCE_RATE) * 1_000 - (now() - begun)))
    if (response.destroyed) return
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), gone])
    sent = now()
  }
  response.end()
}
const server = http.createServer(async (request, response) => {
  const [, way, name] = new URL(request.url, WORLD).pathname.split('/')
  if (way === 'last-byte') return response.end(String(sent))
  if (way === 'moved') return response.end(String(moved))
  if (request.method !== 'PUT') return give(request, response, way, name).catch(() => response.destroy())
  for await (const chunk of request) {
    await slot(chunk.length)
    moved += chunk.length
  }
  response.end()
})
server.listen(PORT_WORLD, '127.0.0.1', () => process.send('ready'))

process.on('disconnect', () => process.exit())
