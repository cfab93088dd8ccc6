import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Place } from '../../../edge/places/place.ts'
import type { Candidate } from '../../../edge/places/fair-places.ts'

function placeOf(link: string, merger = 'weur:3') {
  const calls: unknown[][] = []
  const queue = {
    take: async (...args: unknown[]) => {
      calls.push(['take', ...args])
      return { state: 'granted', merger: 'weur:7' }
    },
    keep: async (...args: unknown[]) => void calls.push(['keep', ...args]),
    leave: async (...args: unknown[]) => void calls.push(['leave', ...args]),
  }
  const PLACES = {
    getByName: (...args: unknown[]) => {
      calls.push(['object', ...args])
      return queue
    },
  } as unknown as Env['PLACES']
  const work = { id: 'work', visitor: 'net.own', link }
  return { place: new Place({ ...env, PLACES }, merger, 'merge', work), calls }
}

test.each([
  ['a platform', 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'youtube.com', true],
  ['an unknown site', 'https://v.media.co.uk/film', 'media.co.uk', false],
  ['a shortener that leads anywhere', 'https://t.co/abcdef', 't.co', false],
])('enters the queue of its region with %s', async (_, link, domain, isKnown) => {
  const { place, calls } = placeOf(link)
  expect(await place.take(500)).toBe('granted')
  expect(place.merger).toBe('weur:7')
  const candidate: Candidate = { id: 'work', visitor: 'net.own', network: 'net', domain, isKnown }
  expect(calls).toEqual([
    ['object', 'weur', { locationHint: 'weur' }],
    ['take', 'merge', candidate, 500],
  ])
})

test('tells the queue of each change between idle and running once', async () => {
  const { place, calls } = placeOf('https://v.example/film')
  await place.take(0)
  for (const isIdle of [false, true, true, false]) await place.setIdle(isIdle)
  await place.setIdle(true)
  await place.keep()
  await place.take(0)
  await place.keep()
  const told = calls.flatMap(([name, , , isIdle]) => (name === 'keep' ? [isIdle] : []))
  expect(told).toEqual([true, false, true, true, false])
})
