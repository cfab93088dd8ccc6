import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import worker from '../../edge/worker.ts'
import { mergeRow, paste, startTask, until, visit, visitor } from './visit.ts'

test('contains no link, address, fingerprint or task id', async () => {
  const lines: string[] = []
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  for (const spy of spies)
    spy.mockImplementation((...args: unknown[]) => void lines.push(args.map(String).join(' ')))
  const me = visitor(undefined, '198.51.100.77')
  const secret = 'canary-in-the-path'
  const info = await paste(`https://media.test/direct/${secret}?token=canary-in-the-query`, me)
  await me('/api/download-video', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tweet_url: `https://media.test/direct/${secret}?fail=broken`,
      browser_fingerprint: { canvas: 'canary-print' },
    }),
  })
  await me(info.thumbnail_url!)
  await me(`/https://media.test/${secret}`)
  await me(`/s/${secret}`)
  const { format } = await mergeRow('size=1000', me)
  const id = await startTask(format, me)
  await until(id, 'completed')
  await visit(`/api/download/file/${id}`)
  for (const spy of spies) spy.mockRestore()
  const log = lines.join('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(log).toContain('"host":"media.test"')
  for (const canary of ['canary', '198.51.100.77', id, format.url.slice(-40)])
    expect(log).not.toContain(canary)
})

test('names file and line of an unexpected error', async () => {
  const lines: string[] = []
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  for (const spy of spies)
    spy.mockImplementation((...args: unknown[]) => void lines.push(args.map(String).join(' ')))
  const read = vi.spyOn(env.LINKS, 'get').mockImplementation(() => {
    throw new Error('cannot read https://media.test/canary?x=canary')
  })
  try {
    const answer = await worker.fetch(new Request(`https://pocketreel.example/s/${'a'.repeat(13)}`), env)
    expect(answer.status).toBe(500)
  } finally {
    for (const spy of [...spies, read]) spy.mockRestore()
  }
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    event: 'request',
    code: 'internal',
    stack: expect.stringMatching(/https:\/\/media\.test\/….*\n? +at /s) as string,
  })
  expect(lines[0]).not.toContain('canary')
})
