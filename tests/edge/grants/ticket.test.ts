import { afterEach, expect, test, vi } from 'vitest'
import {
  linksOf,
  nonceOf,
  openTicket,
  taskIdOf,
  writeTicket,
  type Order,
} from '../../../edge/grants/ticket.ts'
import { seal } from '../../../edge/grants/seal.ts'
import { KEYS } from '../keys.ts'

const at = (current: string) => ({ GRANT_KEYS: JSON.stringify({ ...KEYS, current }) }) as Env
const env = at('new')
const ref = { height: 1_080, container: 'mp4', codec: 'avc1', language: null }
const order: Order = {
  plan: {
    source_url: 'https://media.test/v',
    video: { ...ref, id: '137', kind: 'video' },
    audio: { ...ref, id: '140', kind: 'audio', height: null, language: 'de' },
    container: 'mp4',
  },
  key: 'both:1080:mp4:avc1:',
  merger: 'weur:1',
}

afterEach(() => {
  vi.useRealTimers()
})

test('an opened ticket contains its merge order and a nonce', async () => {
  const opened = await openTicket(env, await writeTicket(env, order))
  expect(opened).toEqual({ state: 'open', ticket: { ...order, nonce: expect.stringMatching(/^[\w-]{22}$/) } })
})

test('contains the optional fields of its order', async () => {
  const full: Order = {
    ...order,
    plan: {
      ...order.plan,
      video: null,
      container: 'mp3',
      item: 3,
      chosen: { title: 'T', duration: null },
      kbps: 192,
      clip: { start: 62.5, end: 70.125 },
    },
    ledTo: 'https://other.test/v',
  }
  const opened = await openTicket(env, await writeTicket(env, full))
  expect(opened).toMatchObject({ ticket: full })
  const plain = await openTicket(env, await writeTicket(env, order))
  expect(plain.state === 'open' && Object.keys(plain.ticket.plan)).toEqual([
    'source_url',
    'video',
    'audio',
    'container',
  ])
})

test('has a nonce of its own', async () => {
  const nonces = new Set<string>()
  for (let n = 0; n < 20; n++) {
    const opened = await openTicket(env, await writeTicket(env, order))
    if (opened.state === 'open') nonces.add(opened.ticket.nonce)
  }
  expect(nonces.size).toBe(20)
})

test('expires after an hour and can still be read', async () => {
  const now = 1_800_000_000_000
  vi.useFakeTimers({ toFake: ['Date'], now })
  const ticket = await writeTicket(env, order)
  vi.setSystemTime(now + 3_600_000 - 1)
  expect((await openTicket(env, ticket)).state).toBe('open')
  vi.setSystemTime(now + 3_600_000)
  expect(await openTicket(env, ticket)).toMatchObject({ state: 'stale', ticket: { key: order.key } })
})

test('refuses a text sealed for another use', async () => {
  expect(await openTicket(env, await seal(env, 'media', {}, Date.now() + 60_000))).toEqual({
    state: 'refused',
  })
})

test('throws for a nonce of a wrong length', async () => {
  const claims = { n: 'short', p: ['https://media.test/v', null, null, 'mp4', null, null], f: '', m: '' }
  const bad = await seal(env, 'merge', claims, Date.now() + 60_000)
  await expect(openTicket(env, bad)).rejects.toThrow()
})

test('returns the source and its redirect', () => {
  expect(linksOf(order)).toEqual(['https://media.test/v'])
  expect(linksOf({ ...order, ledTo: 'https://other.test/v' })).toEqual([
    'https://media.test/v',
    'https://other.test/v',
  ])
})

test('finds the nonce of a task id of any key', async () => {
  const nonce = 'AbCdEfGhIjKlMnOpQrSt_-'
  const id = await taskIdOf(env, nonce)
  expect(id).toMatch(/^[\w-]{30}$/)
  expect(await nonceOf(env, id)).toBe(nonce)
  expect(await nonceOf(env, await taskIdOf(at('old'), nonce))).toBe(nonce)
  const withoutOld = { GRANT_KEYS: JSON.stringify({ current: 'new', keys: { new: KEYS.keys.new } }) } as Env
  expect(await nonceOf(withoutOld, await taskIdOf(at('old'), nonce))).toBe(null)
})

test('refuses an altered task id', async () => {
  const id = await taskIdOf(env, 'AbCdEfGhIjKlMnOpQrSt_-')
  for (let index = 0; index < id.length; index++) {
    const changed = id.slice(0, index) + (id[index] === 'x' ? 'y' : 'x') + id.slice(index + 1)
    expect(await nonceOf(env, changed), changed).toBe(null)
  }
  for (const other of ['', id.slice(1), `${id}A`, `A${id}`, `${id}\n`, id.replace(/.$/, '.')])
    expect(await nonceOf(env, other), other).toBe(null)
})
