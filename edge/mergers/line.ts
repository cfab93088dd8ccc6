import { DurableObject } from 'cloudflare:workers'
import {
  contentOf,
  frameOf,
  LINE_PING,
  LINE_PING_MS,
  LINE_PONG,
  LINE_SILENCE_MS,
  lineHeadSchema,
  readFrame,
  type LineCall,
} from '#contract/engine/line.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'

type OpenCall = {
  socket: WebSocket
  answered: (answer: Response) => void
  failed: (reason: unknown) => void
  writer?: WritableStreamDefaultWriter<Uint8Array>
}

const NO_BODY = [101, 204, 205, 304]
/** The proof of an older join must not join again. */
const LAST_JOIN = 'joined-at'
const REPLACED = 4_000

/** The line of one joined merger. Calls of the edge become frames, and frames become responses. */
export class Line extends DurableObject<Env> {
  readonly #calls = new Map<number, OpenCall>()
  #lastId = 0
  #heardAt = 0
  #watch: ReturnType<typeof setInterval> | undefined

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LINE_PING, LINE_PONG))
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('upgrade') === 'websocket') return this.#join(request)
    const socket = this.#socket()
    if (!socket) return Response.json(new Failure('merger_down'), { status: 503 })
    const { pathname, search } = new URL(request.url)
    const body = request.body ? await request.text() : undefined
    const call: LineCall = {
      method: request.method,
      path: pathname + search,
      headers: [...request.headers],
      ...(body !== undefined && { body }),
    }
    return await this.#send(socket, call, request.signal)
  }

  override webSocketMessage(_socket: WebSocket, message: ArrayBuffer | string): void {
    this.#heardAt = Date.now()
    const frame = typeof message === 'string' ? undefined : readFrame(message)
    const call = frame && this.#calls.get(frame.id)
    if (!frame || !call) return
    try {
      if (frame.kind === 'head') this.#open(frame.id, call, frame.content)
      else if (frame.kind === 'body') void this.#pass(frame.id, call, frame.content)
      else if (frame.kind === 'end') this.#end(frame.id, call)
      else this.#fail(frame.id, new Error('the merger broke the response off'))
    } catch (error) {
      this.#fail(frame.id, error)
    }
  }

  override webSocketClose(socket: WebSocket): void {
    this.#lose(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#lose(socket)
  }

  #join(request: Request): Response {
    const at = Number(new URL(request.url).searchParams.get('at'))
    const { kv } = this.ctx.storage
    if (at <= (kv.get<number>(LAST_JOIN) ?? 0)) return new Response(null, { status: 401 })
    kv.put(LAST_JOIN, at)
    for (const old of this.ctx.getWebSockets()) {
      old.close(REPLACED, 'replaced')
      this.#lose(old)
    }
    const { 0: theirs, 1: ours } = new WebSocketPair()
    this.ctx.acceptWebSocket(ours)
    this.#heardAt = Date.now()
    log('merger_joined', { merger: this.ctx.id.name ?? '' })
    return new Response(null, { status: 101, webSocket: theirs })
  }

  #socket(): WebSocket | undefined {
    return this.ctx
      .getWebSockets()
      .find((socket) => socket.readyState === WebSocket.OPEN && !this.#isSilent(socket))
  }

  #isSilent(socket: WebSocket): boolean {
    const ponged = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    const heardAt = Math.max(ponged, this.#heardAt)
    return heardAt > 0 && heardAt < Date.now() - LINE_SILENCE_MS
  }

  #send(socket: WebSocket, call: LineCall, signal: AbortSignal): Promise<Response> {
    const id = (this.#lastId = (this.#lastId % 0xffff_ffff) + 1)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    this.#calls.set(id, { socket, answered: resolve, failed: reject })
    signal.addEventListener('abort', () => this.#cancel(id, signal.reason), { once: true })
    socket.send(frameOf('call', id, call))
    this.#watch ??= setInterval(() => this.#look(), LINE_PING_MS)
    return promise
  }

  #open(id: number, call: OpenCall, content: Uint8Array): void {
    const { status, headers } = lineHeadSchema.parse(contentOf(content))
    if (NO_BODY.includes(status)) return call.answered(new Response(null, { status, headers }))
    const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    const { readable, writable } =
      length === undefined ? new IdentityTransformStream() : new FixedLengthStream(Number(length))
    call.writer = writable.getWriter()
    call.writer.closed.catch((reason: unknown) => this.#cancel(id, reason))
    call.answered(new Response(readable, { status, headers }))
  }

  async #pass(id: number, call: OpenCall, content: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await call.writer?.write(content)
      const taken = new Uint8Array(4)
      new DataView(taken.buffer).setUint32(0, content.length)
      if (this.#calls.has(id)) call.socket.send(frameOf('credit', id, taken))
    } catch (error) {
      this.#cancel(id, error)
    }
  }

  #end(id: number, { writer }: OpenCall): void {
    this.#forget(id)
    writer?.close().catch((error: unknown) => log('line_reader_left', { cause: String(error) }))
  }

  /** The caller has left. */
  #cancel(id: number, reason: unknown): void {
    const call = this.#calls.get(id)
    if (!call) return
    if (call.socket.readyState === WebSocket.OPEN) call.socket.send(frameOf('cancel', id))
    this.#fail(id, reason)
  }

  #fail(id: number, reason: unknown): void {
    const call = this.#calls.get(id)
    this.#forget(id)
    call?.failed(reason)
    void call?.writer?.abort(reason).catch(() => undefined)
  }

  #forget(id: number): void {
    this.#calls.delete(id)
    if (this.#calls.size > 0) return
    if (this.#watch !== undefined) clearInterval(this.#watch)
    this.#watch = undefined
  }

  #look(): void {
    for (const socket of this.ctx.getWebSockets())
      if (this.#isSilent(socket)) {
        socket.close(REPLACED, 'silent')
        this.#lose(socket)
      }
  }

  #lose(socket: WebSocket): void {
    log('merger_left', { merger: this.ctx.id.name ?? '', calls: this.#calls.size })
    for (const [id, call] of this.#calls)
      if (call.socket === socket) this.#fail(id, new Error('the line of the merger was lost'))
  }
}
