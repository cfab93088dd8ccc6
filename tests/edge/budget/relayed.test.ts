import { env } from 'cloudflare:workers'
import { createExecutionContext } from 'cloudflare:test'
import { expect, test } from 'vitest'
import worker from '../../../edge/worker.ts'
import { RelayedBytes } from '../../../edge/media/source-body.ts'
import { withBlockList } from '../request/block-list.ts'
import { pathOf } from '../grants/grant-maker.ts'
import { errorOf, HOST, mergeRow, post, visit } from '../visit.ts'

const MIB = 1024 ** 2
const LINK = 'https://cdn.test/v.mp4'

async function counted(length: number | null, pieces: number[]) {
  const slices: number[] = []
  const relay = new RelayedBytes(async (bytes) => void slices.push(bytes))
  await relay.begin(length)
  for (const piece of pieces) await relay.send(piece)
  return slices
}

test('counts what a merger passes on in slices, each before it is sent', async () => {
  expect(await counted(1_000, [400, 600])).toEqual([1_000])
  expect(await counted(20 * MIB, [8 * MIB, 1])).toEqual([8 * MIB, 8 * MIB])
  expect(await counted(null, [1])).toEqual([8 * MIB])
})

test('counts nothing until a merger passes on the rest', async () => {
  const slices: number[] = []
  const relay = new RelayedBytes(async (bytes) => void slices.push(bytes))
  await relay.send(100 * MIB)
  expect(slices).toEqual([])
  await relay.resume()
  await relay.send(9 * MIB)
  expect(slices).toEqual([8 * MIB, 8 * MIB])
})

async function get(path: string, settings: object) {
  const request = new Request(`https://${HOST}${path}`)
  return await worker.fetch(request, { ...env, ...settings }, createExecutionContext())
}

const usedUp = (relayed: number) => ({
  BUDGET: { getByName: () => ({ read: async () => ({ tasks: 0, bytes: 0, seconds: 0, relayed }) }) },
  BUDGET_EGRESS_GIB: '1',
})

test('at the limit only media go on that the edge itself may fetch', async () => {
  const [bound, free] = [await pathOf(LINK, { way: 'relay' }), await pathOf(LINK)]
  const refused = await errorOf(await get(bound, usedUp(1024 ** 3)))
  expect(refused).toMatchObject({ status: 503, code: 'day_over' })
  expect(refused.error).toContain('only to our servers')
  expect((await get(free, usedUp(1024 ** 3))).status).toBe(200)
})

test('work is switched off and on alone', async () => {
  const { format } = await mergeRow('size=1000')
  const calls = {
    merges: async () => await visit(format.url),
    relays: async () => await visit(await pathOf(LINK, { way: 'relay' })),
    extractions: async () =>
      await post('/api/download-video', { tweet_url: `https://media.test/direct/${crypto.randomUUID()}` }),
  }
  for (const work of ['merges', 'relays', 'extractions'] as const)
    await withBlockList({ hosts: [], platforms: [], links: [], work: [work] }, async () => {
      for (const [name, call] of Object.entries(calls)) {
        const answer = await call()
        if (name !== work) expect(answer.status, `${name} without ${work}`).toBe(200)
        else expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'switched_off' })
      }
    })
})
