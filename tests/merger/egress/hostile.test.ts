import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '../../../merger/config.ts'
import { startEgress, type Egress } from '../../../merger/egress/egress.ts'
import { watchLog } from '../../internet/log.ts'
import { failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

type Entry = { name: string; input: string; kind?: 'block' | 'control'; stage?: 'parse' | 'dial' }
const corpus = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../corpus/bad-inputs.json'), 'utf8'),
) as { groups: Record<string, Entry[]> }
const entries = Object.entries(corpus.groups).find(([name]) => name.startsWith('SSRF'))![1]
const written = ({ input }: Entry) =>
  input
    .replace(/\{\{repeat:([^:]*):(\d+)\}\}/g, (_, text: string, times) => text.repeat(Number(times)))
    // The corpus of bad inputs uses the host media.test for redirects. In the sealed internet (the test
    // network with imitated hosts), this host is redirect.example.
    .replaceAll('media.test/redir', 'redirect.example/')
    .replaceAll('media.test%2Fredir', 'redirect.example%2F')
const of = (kind: string, stage?: string) =>
  entries
    .filter((entry) => entry.kind === kind && entry.stage === stage)
    .map((entry) => [entry.name, written(entry)] as const)

/**
 * Sends a request line unchanged over a TCP socket, because HTTP clients would normalise unusual spellings.
 * Returns the status line of the response.
 */
function raw(proxy: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = net.connect(Number(new URL(proxy).port), '127.0.0.1', () => {
      socket.write(`${line.replace(/[\r\n\0]/g, '')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      if (said.includes('\r\n')) socket.destroy()
    })
    socket.on('close', () => resolve(said.split('\r\n', 1)[0] ?? ''))
  })
}

describeSealed('no hostile link opens a private connection', () => {
  let merger: Merger
  let egress: Egress
  beforeAll(async () => {
    merger = await startMerger()
    egress = await startEgress(config(process.env))
  })
  afterAll(async () => {
    await egress.close()
    await merger.close()
  })
  const relay = (link: string) => fetch(`${merger.origin}/relay?url=${encodeURIComponent(link)}`)

  test.each(of('block', 'parse'))('refuses the link %s without a DNS query', async (_, link) => {
    const since = watchLog()
    const code = /^https?:\/\/[^/]/i.test(link) ? 'refused_address' : 'bad_link'
    expect(await failureFor(merger, link)).toBe(code)
    expect((await relay(link)).status).toBe(400)
    expect(since()).toEqual({ requests: [], sent: [], questions: [], intrusions: [] })
  })

  test.each([...of('block', 'parse'), ...of('block', 'dial')])(
    'opens no private connection for the link %s',
    async (_, link) => {
      const since = watchLog()
      await failureFor(merger, link)
      const answer = await relay(link)
      await answer.body?.cancel()
      await raw(egress.proxy, `GET ${link}`)
      const host = /^\w+:\/*([^/?#\\]*)/.exec(link)?.[1] ?? link
      await raw(egress.proxy, `CONNECT ${host}${/:\d+$/.test(host) ? '' : ':443'}`)
      expect(since().intrusions).toEqual([])
    },
  )

  test.each(of('control'))('/extract and /relay accept the public link %s', async (_, link) => {
    const since = watchLog()
    expect(await failureFor(merger, link)).toBe('done')
    const answer = await relay(link)
    await answer.body?.cancel()
    expect(answer.status).toBe(200)
    expect(since().requests.length).toBeGreaterThan(0)
  })
})
