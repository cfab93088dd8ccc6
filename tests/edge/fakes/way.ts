import { setTimeout as sleep } from 'node:timers/promises'
import { listen, readBody, type Server } from './listen.ts'

// The way from the edge to its merger, with a fault that the first part of the path names:
// lossy (of three lines one is lost, and one comes after many that were told later), news (lines say things nobody knows),
// cold (the first answer takes as long as a machine that starts), deaf (the first order arrives and its answer is lost),
// elsewhere (another merger: what is told to it the first one never hears).

const COLD_MS = 2_500
/** A late line lets so many of its kind come in between. */
const LATE_LINES = 3

/** Passes everything on to the merger, as the fault of its path will have it. */
export async function startWay(merger: string): Promise<Server> {
  const known = new Set<string>()
  return await listen(async (request, response, url) => {
    const [, fault = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? []
    const isElsewhere = fault === 'elsewhere'
    const order = request.method === 'POST' ? await readBody(request) : undefined
    const isFirst = order !== undefined && !known.has(order)
    if (order !== undefined) known.add(order)
    if (fault === 'cold' && isFirst) await sleep(COLD_MS)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const to = isElsewhere ? path.replace(/^\/merges\//, '/merges/elsewhere-') : path
    const answer = await fetch(merger + to + url.search, {
      method: request.method ?? 'GET',
      body: isElsewhere ? order?.replace('"task":"', '"task":"elsewhere-') : order,
      signal: left.signal,
    })
    if (fault === 'deaf' && isFirst) return void response.destroy()
    const length = answer.headers.get('content-length')
    response.writeHead(answer.status, length === null ? {} : { 'content-length': length })
    const body = answer.body as AsyncIterable<Uint8Array> | null
    if (!body) return void response.end()
    for await (const chunk of path.endsWith('/events') ? told(fault, body) : body) response.write(chunk)
    response.end()
  })
}

/** The lines of a merge as they arrive. */
async function* told(fault: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let count = 0
  const late: string[] = []
  for await (const line of linesOf(body)) {
    count++
    const isLast = /"(proof|failed)"/.test(line)
    if (fault === 'news')
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
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
