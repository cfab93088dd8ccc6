import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { secondsNow, withAnswer, type Answers } from '../../../edge/budget/answers.ts'
import { countOutcome } from '../../../edge/budget/outcome-counts.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { shownPlatforms } from '../../../edge/pages/public-health.ts'
import worker from '../../../edge/worker.ts'
import { HOST } from '../visit.ts'

const since = '2026-11-29T00:00:00.000Z'
const HOUR = 3_600_000

test('shows trouble before news of success, and nothing of what is unknown', () => {
  const shown = shownPlatforms({
    states: {
      youtube: { state: 'refused', since },
      tiktok: { state: 'limited', since },
      vimeo: { state: 'works', since: null },
      facebook: { state: 'works', since: null },
      bilibili: { state: 'works', since: null },
    },
    failing: ['facebook'],
    seconds: { youtube: 4, facebook: 9, bilibili: 14 },
  })
  expect(shown).toEqual({
    youtube: { state: 'refused', since, seconds: null },
    tiktok: { state: 'limited', since, seconds: null },
    facebook: { state: 'limited', since: null, seconds: 9 },
    bilibili: { state: 'works', since: null, seconds: 14 },
  })
})

test('counts the median of the last hour', () => {
  const slow = [30, 2, 4, 3, 90].reduce<Answers>(
    (known, seconds) => withAnswer(known, 'vimeo', seconds * 1_000, HOUR),
    withAnswer({}, 'vimeo', 1, 0),
  )
  expect(secondsNow(slow, HOUR + 1)).toEqual({ vimeo: 4 })
  expect(secondsNow(slow, 3 * HOUR)).toEqual({})
  const many = Array.from({ length: 100 }).reduce<Answers>((known) => withAnswer(known, 'x', 200, 0), {})
  expect(many['x']!.length).toBeLessThan(50)
  expect(secondsNow(many, 0)).toEqual({ x: 1 })
})

let later = 0
afterEach(() => vi.useRealTimers())

/** What is known is kept for a while, so each visit is some minutes after the one before. */
async function textOf(path: string, vars: object = {}, minutes = 5): Promise<string> {
  later += minutes * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  const FLEET = { getByName: () => ({ read: async () => ({}), noted: async () => ({}) }) }
  const asleep = { MERGER_ORIGIN: '', MERGERS: '1', REGIONS: 'oc', FLEET }
  const context = createExecutionContext()
  const request = new Request(`https://${HOST}${path}`, { headers: { accept: 'text/html' } })
  const answer = await worker.fetch(request, { ...env, ...asleep, ...vars }, context)
  await waitOnExecutionContext(context)
  vi.useRealTimers()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  return await answer.text()
}

async function ended(link: string, code: FailureCode | undefined, times: number, ms = 0): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  for (let time = 0; time < times; time++) await countOutcome(env, { kind: 'extraction', link, code, ms })
  vi.useRealTimers()
}

/** The row of a platform, as it is read. */
const rowOf = (html: string, name: string) =>
  new RegExp(`<tr><th[^>]*>(?:(?!</tr>).)*${name}.*?</tr>`)
    .exec(html)?.[0]
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const VIMEO = 'https://vimeo.com/76979871'

test('says on /status what works, what does not, and what is unknown', async () => {
  expect(rowOf(await textOf('/status'), 'Vimeo')).toBe('Vimeo no news')
  await ended(YOUTUBE, 'broken', 20)
  await ended(VIMEO, undefined, 3, 14_200)
  await ended('https://www.tiktok.com/@a/video/1', 'private', 20)
  const html = await textOf('/status', {}, 1)
  expect(rowOf(html, 'YouTube')).toBe('YouTube limited')
  expect(rowOf(html, 'Vimeo')).toBe('Vimeo works 14 sec')
  expect(rowOf(html, 'TikTok')).toBe('TikTok no news')
  expect(rowOf(await textOf('/es/status', {}, 1), 'Vimeo')).toBe('Vimeo funciona 14 s')
  await ended(YOUTUBE, undefined, 3, 2_000)
  const after = await textOf('/status', {}, 15)
  expect(rowOf(after, 'YouTube')).toBe('YouTube works 2 sec')
  expect(rowOf(await textOf('/status', {}, 90), 'Vimeo')).toBe('Vimeo no news')
})

test('says since when a platform refuses us', async () => {
  const { MERGER_EXITS = '', CONTROLS = '' } = env as { MERGER_EXITS?: string; CONTROLS?: string }
  const settings = `exits ${await hashOf(JSON.stringify([MERGER_EXITS, CONTROLS]))}`
  const states = { youtube: { state: 'refused', since } }
  const noted = async () => ({ 'youtube oc': { settings, states, until: Infinity } })
  const FLEET = { getByName: () => ({ read: async () => ({}), noted }) }
  const html = await textOf('/status', { FLEET }, 1)
  expect(rowOf(html, 'YouTube')).toBe('YouTube refused since Nov 29, 00:00 UTC')
})

test('marks the platforms of the home page without waiting', async () => {
  await ended(VIMEO, undefined, 3, 14_200)
  await ended(YOUTUBE, 'broken', 20)
  expect(await textOf('/')).not.toContain('--health')
  const marked = await textOf('/', {}, 1)
  expect(marked).toContain('.mark-vimeo{--health:"●"/"works";')
  expect(marked).toContain('.mark-youtube{--health:"● limited"/"limited";')
  expect(marked).not.toContain('.mark-tiktok{--health')
  expect(await textOf('/', {}, 90)).not.toContain('--health')
  expect(await textOf('/help-center', {}, 1)).not.toContain('--health')
})

test('says that nothing works while no merger does', async () => {
  await ended(VIMEO, undefined, 3, 1_000)
  const down = { 'oc:0': { report: 'down', at: Date.now() + 2 * later } }
  const FLEET = { getByName: () => ({ read: async () => down, noted: async () => ({}) }) }
  const html = await textOf('/status', { FLEET }, 1)
  expect(html).toContain('Processing is paused.')
  expect(rowOf(html, 'Vimeo')).toBe('Vimeo no news')
})
