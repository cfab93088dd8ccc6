import http, { type IncomingMessage } from 'node:http'
import {
  contentOf,
  frameOf,
  LINE_CHUNK,
  LINE_WINDOW,
  lineCallSchema,
  type readFrame,
} from '#contract/engine/line.ts'

type Frame = NonNullable<ReturnType<typeof readFrame>>
type Open = { request: http.ClientRequest; answer?: IncomingMessage; unconsumed: number }

/** Calls of the edge, made at the merger of this machine. */
export class Calls {
  readonly #merger: string
  readonly #send: (frame: Uint8Array<ArrayBuffer>) => void
  readonly #open = new Map<number, Open>()
  readonly #agent = new http.Agent({ keepAlive: true })

  constructor(merger: string, send: (frame: Uint8Array<ArrayBuffer>) => void) {
    this.#merger = merger
    this.#send = send
  }

  take({ kind, id, content }: Frame): void {
    if (kind === 'call') return this.#start(id, content)
    const call = this.#open.get(id)
    if (!call) return
    if (kind === 'cancel') return this.#end(id)
    if (kind !== 'credit') return
    call.unconsumed -= new DataView(content.buffer, content.byteOffset).getUint32(0)
    if (call.unconsumed < LINE_WINDOW) call.answer?.resume()
  }

  abort(): void {
    for (const id of this.#open.keys()) this.#end(id)
    this.#agent.destroy()
  }

  #start(id: number, content: Uint8Array): void {
    const { data: call } = lineCallSchema.safeParse(contentOf(content))
    if (!call) return this.#send(frameOf('fail', id))
    const headers = Object.fromEntries(call.headers.filter(([name]) => !isOfTheLine(name)))
    const request = http.request(this.#merger + call.path, {
      method: call.method,
      headers: {
        ...headers,
        ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
      },
      agent: this.#agent,
    })
    const open: Open = { request, unconsumed: 0 }
    this.#open.set(id, open)
    request.on('response', (answer) => this.#answer(id, open, answer))
    request.on('error', () => this.#fail(id))
    request.end(call.body)
  }

  #answer(id: number, open: Open, answer: IncomingMessage): void {
    open.answer = answer
    const headers = Object.entries(answer.headers)
      .filter(([name]) => !isOfTheLine(name))
      .flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    this.#send(frameOf('head', id, { status: answer.statusCode, headers }))
    answer.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += LINE_CHUNK)
        this.#send(frameOf('body', id, bytes.subarray(at, at + LINE_CHUNK)))
      open.unconsumed += bytes.length
      if (open.unconsumed >= LINE_WINDOW) answer.pause()
    })
    answer.on('end', () => {
      this.#send(frameOf('end', id))
      this.#open.delete(id)
    })
    answer.on('error', () => this.#fail(id))
  }

  #fail(id: number): void {
    if (!this.#open.delete(id)) return
    this.#send(frameOf('fail', id))
  }

  #end(id: number): void {
    const call = this.#open.get(id)
    this.#open.delete(id)
    call?.request.destroy()
  }
}

/** They belong to one connection (RFC 9110, section 7.6.1), and a call gets its own host and length here. */
const isOfTheLine = (name: string) =>
  ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host'].includes(name.toLowerCase())
