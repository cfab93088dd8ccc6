import { setTimeout as sleep } from 'node:timers/promises'
import { json, listen, readBody, type Server } from './listen.ts'

/**
 * Faults of the network between the edge and a merger. The first segment of the path selects the fault:
 *
 * - `lossy`: of every three event lines, one is lost and another one arrives late
 * - `unknown-fields`: event lines contain fields that the edge does not define
 * - `cold`: a POST is delayed, as if a container had to start; a repetition with the same body is not delayed
 * - `lost-answer`: a POST reaches the merger, but its response is lost; a repetition with the same body gets
 *   a response
 * - `elsewhere`: no fault; the proxy acts as a second merger, which knows only the merges that were started
 *   through the proxy
 * - `full`: every POST is refused as `busy`
 * - `silent`: no request gets a response
 */
const faults = ['lossy', 'unknown-fields', 'cold', 'lost-answer', 'elsewhere', 'full', 'silent'] as const
type NetworkFault = (typeof faults)[number]

const COLD_MS = 2_500
/**
 * The fault `lossy` puts every third event line into a queue. When the queue contains more than this many
 * lines, the proxy sends the next event line and then the oldest line of the queue.
 */
const LATE_LINES = 3

/**
 * Starts a proxy in front of the fake merger. The path of each request selects the fault that the proxy
 * applies.
 */
export async function startFaultyNetwork(merger: string): Promise<Server> {
  const seenOrders = new Set<string>()
  return await listen(async (request, response, url) => {
    const [, name = '', path = ''] = /^\/([\w-]+)(\/.*)$/.exec(url.pathname) ?? []
    const fault = faults.find((known) => known === name)
    if (!fault) throw new Error(`unknown network fault "${name}"`)
    if (fault === 'silent') return
    if (fault === 'full' && request.method === 'POST')
      return json(response, 503, { error: 'full', code: 'busy' })
    const isElsewhere = fault === 'elsewhere'
    const order = request.method === 'POST' ? await readBody(request) : undefined
    const isFirst = order !== undefined && !seenOrders.has(order)
    if (order !== undefined) seenOrders.add(order)
    if (fault === 'cold' && isFirst && path === '/merges') await sleep(COLD_MS)
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const target = isElsewhere ? path.replace(/^\/merges\//, '/merges/elsewhere-') : path
    const answer = await fetch(merger + target + url.search, {
      method: request.method ?? 'GET',
      body: isElsewhere ? order?.replace('"task":"', '"task":"elsewhere-') : order,
      signal: closed.signal,
    })
    if (fault === 'lost-answer' && isFirst) return void response.destroy()
    const length = answer.headers.get('content-length')
    response.writeHead(answer.status, length === null ? {} : { 'content-length': length })
    const body = answer.body as AsyncIterable<Uint8Array> | null
    if (!body) return void response.end()
    for await (const chunk of path.endsWith('/events') ? eventLines(fault, body) : body) response.write(chunk)
    response.end()
  })
}

/**
 * Yields the event lines of a merge as the edge receives them: changed, late or not at all, depending on the
 * fault.
 */
async function* eventLines(fault: NetworkFault, body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let count = 0
  const late: string[] = []
  for await (const line of linesOf(body)) {
    count++
    const isLast = /"(proof|failed)"/.test(line)
    if (fault === 'unknown-fields')
      yield `${line.replace(/^\{/, '{"mood":"good",').replace('"progress":{', '"progress":{"of":1,')}\n`
    else if (fault !== 'lossy' || isLast) yield `${line}\n`
    else if (count % 3 === 1) late.push(line)
    else if (count % 3 === 2) yield `${line}\n${late.length > LATE_LINES ? `${late.shift()}\n` : ''}`
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const complete = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = complete.pop() ?? ''
    yield* complete
  }
}
