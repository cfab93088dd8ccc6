import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mergersWith } from '../tasks/task-rig.ts'
import { merger } from '../visit.ts'

const linkWith = (query: string) => `https://media.test/direct/${crypto.randomUUID()}?${query}`

/**
 * Extracts a link with the given value of MERGER_ORIGIN. Each call creates a new object unless `name` is
 * given.
 */
async function extract(url: string, origins: string, name: string = crypto.randomUUID()) {
  return await runInDurableObject(env.EXTRACTIONS.getByName(name), async (object) => {
    Object.assign(object, { env: { ...env, MERGER_ORIGIN: origins } })
    return await object.extract(
      url,
      undefined,
      origins.split(' ').map((_, index) => `local:${index}`),
    )
  })
}

const sound = env.MERGER_ORIGIN

test('a link whose answer is cut is not passed on to the next merger, is remembered, and its host is logged', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  const link = linkWith('die')
  const name = crypto.randomUUID()
  const outcome = await extract(link, `${sound} ${sound} ${sound}`, name)
  expect(outcome).toMatchObject({ ok: false, code: 'broken' })
  expect((await merger(link)).extracts).toBe(1)
  const died = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(died).toContainEqual(
    expect.objectContaining({ event: 'merger_died', merger: 'local:0', host: 'media.test' }),
  )
  expect(await extract(link, sound, name)).toMatchObject({ ok: false, code: 'broken' })
  expect((await merger(link)).extracts).toBe(1)
})

test('a link that a merger refuses as busy goes to the next merger', async () => {
  const link = linkWith('')
  const outcome = await extract(link, `${mergersWith('full')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
})

test('a link goes to the next merger when the first cannot be reached', async () => {
  const link = linkWith('')
  const outcome = await extract(link, `${mergersWith('lost-answer')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
})

test('a link goes to the next merger when the first sends no line within three seconds', async () => {
  const started = Date.now()
  const outcome = await extract(linkWith(''), `${mergersWith('silent')} ${sound}`)
  expect(outcome).toMatchObject({ ok: true, merger: 'local:1' })
  expect(Date.now() - started).toBeGreaterThanOrEqual(3_000)
})

test('a failure of our own service is not passed on after the merger accepted the link', async () => {
  const link = linkWith('fail=internal')
  expect(await extract(link, `${sound} ${sound}`)).toMatchObject({ ok: false, code: 'internal' })
  expect((await merger(link)).extracts).toBe(1)
})

test('a link that every merger refuses ends as busy', async () => {
  expect(await extract(linkWith(''), mergersWith('full', 'full'))).toMatchObject({ ok: false, code: 'busy' })
})
