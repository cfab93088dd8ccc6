import http from 'node:http'

type Seen = { address: string; headers: http.IncomingHttpHeaders }

/** A second of silence: frames of MPEG-1 layer 3 with 128 kbit/s and 44.1 kHz. */
const FRAME = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])
const SOUND = Buffer.concat(Array.from({ length: 38 }, () => FRAME))

/** Runs a media server while `work` runs, and answers who asked it, and how. */
export async function heardOf(port: number, work: (forget: () => void) => Promise<void>): Promise<Seen[]> {
  const seen: Seen[] = []
  const server = http.createServer(({ headers, socket, method }, response) => {
    seen.push({ address: socket.remoteAddress ?? '', headers })
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const start = Number(first)
    const part = SOUND.subarray(start, last ? Number(last) + 1 : SOUND.length)
    response.writeHead(first ? 206 : 200, {
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'content-length': part.length,
      ...(first && { 'content-range': `bytes ${start}-${start + part.length - 1}/${SOUND.length}` }),
    })
    response.end(method === 'HEAD' ? undefined : part)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve))
  try {
    await work(() => (seen.length = 0))
    return seen
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
