import type net from 'node:net'
import { buildConnector, type Dispatcher } from 'undici'

// undici refuses a response whose head is ambiguous, because a second response on the same connection could
// be misread. Browsers accept what RFC 9110 and RFC 9112 let a recipient repair. So such a request is sent
// once more on a connection of its own, and its head is repaired before undici reads it.

const MAX_HEAD_BYTES = 64 * 1024
/** All of them are read again with each piece of the head. */
const MAX_INTERIM = 32
/** undici compares the bytes before the end of the head with the last length that it has read. */
const REFUSED = new Set(['HTTPParserError', 'ResponseContentLengthMismatchError'])
const LENGTH = /^content-length\s*:(.*)$/i
const CHUNKED = /^transfer-encoding\s*:.*\bchunked\s*$/i

/** `mended` must open a new connection for each request. */
export function againMended(mended: Dispatcher): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    let hasStarted = false
    return dispatch(options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart(...args) {
        const [, status] = args
        hasStarted = status >= 200
        handler.onResponseStart?.(...args)
      },
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError(controller, error) {
        if (!hasStarted && REFUSED.has(error.name) && options.method === 'GET')
          mended.dispatch(options, handler)
        else handler.onResponseError?.(controller, error)
      },
    })
  }
}

export function mending(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result: Parameters<buildConnector.Callback>) => {
      const [, socket] = result
      if (socket) mendHead(socket)
      callback(...result)
    })
}

function mendHead(socket: net.Socket): void {
  const read = socket.read.bind(socket) as () => Buffer | null
  let head: Buffer | null = Buffer.alloc(0)
  socket.read = () => {
    for (;;) {
      const chunk = read()
      if (chunk === null || head === null) return chunk
      head = Buffer.concat([head, chunk])
      const mended = mendedHead(head)
      if (mended === undefined && head.length <= MAX_HEAD_BYTES) continue
      const all = mended ?? head
      head = null
      return all
    }
  }
}

/** Undefined if the head is incomplete. */
export function mendedHead(bytes: Buffer): Buffer | undefined {
  let text = bytes.toString('latin1')
  for (let interim = 0; interim <= MAX_INTERIM; interim++) {
    const [end] = /\r?\n\r?\n/.exec(text) ?? []
    if (end === undefined) return undefined
    const at = text.indexOf(end)
    const lines = text.slice(0, at).split(/\r?\n/)
    const rest = text.slice(at + end.length)
    // Interim responses, such as 103 (RFC 9110, section 15.2).
    if (/^HTTP\/1\.\d 1\d\d/.test(lines[0]!)) text = rest
    else return Buffer.from(`${mendedLines(lines).join('\r\n')}\r\n\r\n${rest}`, 'latin1')
  }
  return bytes
}

function mendedLines(lines: string[]): string[] {
  const lengths = new Set(lines.flatMap((line) => LENGTH.exec(line)?.[1]?.trim() ?? []))
  const isChunked = lines.some((line) => CHUNKED.test(line))
  // Unequal lengths stay, and undici refuses them.
  if (!isChunked && lengths.size > 1) return lines
  const [length] = isChunked ? [] : lengths
  const others = lines.filter((line) => !LENGTH.test(line))
  return length === undefined ? others : [...others, `content-length: ${length}`]
}
