import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mergerFor, mergerStarted } from '../../../edge/mergers/client.ts'
import { mergersNear } from '../../../edge/mergers/locations.ts'
import { type Fleet, withFleet } from './fleet-of-containers.ts'

const REGIONS = ['weur', 'enam', 'apac']

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

const call = async ({ env }: Fleet, merger: string, path: string, method = 'GET') =>
  (await mergerFor(env(), merger)(path, { method, ...(method === 'POST' && { body: '{}' }) })).status

/** A paste and an order in each region at its first merger, as the edge chooses it. */
async function newWork(fleet: Fleet) {
  for (const region of REGIONS) {
    const [merger = ''] = mergersNear(fleet.env(), region)
    await mergerStarted(fleet.env(), merger, 5_000)
    expect(await call(fleet, merger, '/extract', 'POST')).toBe(200)
    expect(await call(fleet, merger, '/merges', 'POST')).toBe(200)
  }
}

const namesOf = ({ env }: Fleet) => REGIONS.flatMap((region) => mergersNear(env(), region).slice(0, 2))

/** All six containers run a merge, and grants name them. */
async function busyFleet(fleet: Fleet): Promise<string[]> {
  const names = namesOf(fleet)
  for (const name of names) expect(await call(fleet, name, '/merges', 'POST')).toBe(200)
  return names
}

async function continues(fleet: Fleet, names: string[]) {
  for (const name of names) {
    expect(await call(fleet, name, '/merges/task.1/events'), name).toBe(200)
    expect(await call(fleet, name, '/relay?url=x'), name).toBe(200)
  }
}

test('a deploy and a roll back refuse nothing and lose nothing', async () => {
  await withFleet(async (fleet) => {
    const first = await busyFleet(fleet)
    fleet.deploy('two')
    await newWork(fleet)
    await continues(fleet, first)
    const second = namesOf(fleet)
    await busyFleet(fleet)
    fleet.deploy('one')
    await newWork(fleet)
    await continues(fleet, [...first, ...second])
    expect([...fleet.known.values()].flatMap(({ seen }) => seen.signals)).toEqual([])
    expect(fleet.known.size).toBe(12)
  })
})

test('new work goes to containers of the deployed image', async () => {
  await withFleet(async (fleet) => {
    const first = await busyFleet(fleet)
    fleet.deploy('two')
    await newWork(fleet)
    for (const name of first) expect(fleet.known.get(name)!.program.extractions, name).toBe(0)
    for (const region of REGIONS)
      expect(fleet.known.get(`${region}:0@two`)!.program).toMatchObject({ started: 'two', extractions: 1 })
  })
})

test('a container that the platform ends refuses no relay', async () => {
  await withFleet(async (fleet) => {
    const first = await busyFleet(fleet)
    fleet.deploy('two')
    for (const name of first) fleet.known.get(name)!.container.signal(15)
    await newWork(fleet)
    await continues(fleet, first)
    for (const name of first) fleet.known.get(name)!.endMerges()
    for (const name of first) expect(await call(fleet, name, '/relay?url=x'), name).toBe(200)
    expect(first.map((name) => fleet.known.get(name)!.seen.starts)).toEqual(first.map(() => 1))
  })
})

test('two objects do not pass a call to each other without end', async () => {
  await withFleet(async (fleet) => {
    const [old = ''] = await busyFleet(fleet)
    const before = fleet.env()
    fleet.deploy('two')
    const heir = mergersNear(fleet.env(), 'weur')[0]!
    await mergerStarted(fleet.env(), heir, 5_000)
    // The new object still has the old code.
    Object.assign(fleet.known.get(heir)!.merger, { env: before })
    for (const name of [old, heir]) fleet.known.get(name)!.container.end()
    expect(await call(fleet, old, '/relay?url=x')).toBe(200)
  })
})
