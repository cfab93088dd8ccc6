import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { healthSchema } from '#contract/engine/health.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

type Line = Record<string, unknown>

/** Collects the lines of the log until the test ends. */
function watchLines(): Line[] {
  const lines: Line[] = []
  const write = process.stdout.write.bind(process.stdout)
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest) => {
    for (const line of String(chunk).split('\n'))
      if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
    return (write as (...args: unknown[]) => boolean)(chunk, ...rest)
  })
  onTestFinished(() => spy.mockRestore())
  return lines
}

describeSealed('the merger logs and counts each extraction', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test('logs one line without link or title per extraction', async () => {
    const lines = watchLines()
    const { title } = await extract(merger, 'https://x.com/maker/status/1001')
    await failureFor(merger, 'https://www.tiktok.com/@_/video/7000000000000000003')
    await extract(merger, 'https://www.bilibili.com/video/BV1supporter')
    const extractions = lines.filter(({ event }) => event === 'extraction')
    const ms = expect.any(Number) as unknown
    const at = expect.any(String) as unknown
    const common = { at, event: 'extraction', ms, requests: expect.any(Number) as unknown }
    expect(extractions).toEqual([
      { ...common, host: 'x.com', platform: 'twitter' },
      // `objectContaining` allows the tag `impersonate`, which this log line also has if curl_cffi is not
      // installed.
      expect.objectContaining({
        ...common,
        host: 'www.tiktok.com',
        code: 'site_blocks_us',
        cause: expect.stringContaining('IP') as unknown,
      }),
      {
        ...common,
        host: 'www.bilibili.com',
        platform: 'BiliBili',
        tags: expect.arrayContaining(['preview']),
      },
    ])
    const text = JSON.stringify(lines)
    for (const secret of ['1001', title, '7000000000000000003', 'BV1supporter'])
      expect(text, secret).not.toContain(secret)
  })

  test('counts outcomes and warnings in /healthz', async () => {
    const own = await startMerger()
    try {
      await extract(own, 'https://x.com/maker/status/1001')
      await extract(own, 'https://x.com/maker/status/1003')
      // The second extraction of the same link is answered from memory, so /healthz does not count it.
      await extract(own, 'https://x.com/maker/status/1003')
      await failureFor(own, 'https://x.com/maker/status/1005')
      await extract(own, 'https://www.bilibili.com/video/BV1supporter')
      await failureFor(own, 'https://dead.example/video')
      const health = healthSchema.parse(await (await fetch(`${own.origin}/healthz`)).json())
      expect(health.outcomes).toEqual({
        twitter: { ok: 2, age: 1 },
        bilibili: { ok: 1 },
        web: { unreachable: 1 },
      })
      expect(health.warnings?.bilibili).toMatchObject({ preview: 1 })
    } finally {
      await own.close()
    }
  })
})
