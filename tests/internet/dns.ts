import dgram from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import { answerFor, type Answer } from './names.ts'

const A = 1
const CNAME = 5
const AAAA = 28

/**
 * Starts a DNS server on 127.0.0.1:53 that answers with the addresses in names.ts. Calls `onQuestion` for
 * every query.
 */
export async function startDns(onQuestion: (name: string, type: string) => void) {
  const socket = dgram.createSocket('udp4')
  const asked = new Set<string>()
  socket.on('message', (query, from) => {
    const question = readQuestion(query)
    if (!question) return
    onQuestion(
      question.name,
      question.type === A ? 'A' : question.type === AAAA ? 'AAAA' : String(question.type),
    )
    const key = `${question.name} ${question.type}`
    const reply = respond(query, question, answerFor(question.name, asked.has(key)))
    asked.add(key)
    socket.send(reply, from.port, from.address)
  })
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
  return { stop: () => socket.close() }
}

type Question = { name: string; type: number; end: number }

function readQuestion(query: Buffer): Question | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return at + 5 <= query.length
    ? { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
    : undefined
}

/**
 * Builds a DNS reply from a header, a copy of the question, and the records (RFC 1035 section 4, RFC 3596 for
 * AAAA).
 */
function respond(query: Buffer, { type, end }: Question, answer: Answer): Buffer {
  const records: Buffer[] = []
  let owner: Buffer = Buffer.from([0xc0, 12])
  let found = answer
  if (answer.cname) {
    records.push(record(owner, CNAME, encodeName(answer.cname)))
    owner = encodeName(answer.cname)
    found = answerFor(answer.cname, false)
  }
  const addresses = type === A ? found.a : type === AAAA ? found.aaaa : undefined
  for (const address of addresses ?? [])
    records.push(record(owner, type, Buffer.from(ipaddr.parse(address).toByteArray())))
  const exists = answer.a ?? answer.aaaa ?? answer.cname
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(exists ? 0x8580 : 0x8583, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** Builds a DNS record of class IN. Its TTL is 0, so that clients do not cache it. */
function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
