import { expect, test } from 'vitest'
import { catalogueOf } from '../../../../edge/formats/formats.ts'
import { likelySuggested } from '../../../../merger/extract/probe/likely-suggested.ts'
import { dump, dumps, made, mapped } from '../../ytdlp/dumps.ts'

/** Recorded extractions without formats. The edge suggests no format for them. */
const EMPTY = ['hls-live', 'inside', 'tunein-live', 'youtube-post-live', 'youtube-storyboards']

test.each(dumps.filter((name) => !EMPTY.includes(name)))(
  'covers the suggested format of %s by two renditions',
  (name) => {
    const extraction = mapped(dump(name))
    const make = catalogueOf(extraction).rows.find((row) => row.suggested)?.make
    const used = make?.by === 'plan' ? [make.plan.video, make.plan.audio] : [make?.rendition]
    const likely = likelySuggested(extraction.renditions).map(({ id }) => id)
    expect(likely.length).toBeLessThanOrEqual(2)
    expect(likely).toEqual(expect.arrayContaining(used.flatMap((one) => one?.id ?? [])))
  },
)

test('expects the smooth one of two pictures', () => {
  const picture = (format_id: string, fps: number, tbr: number) => ({
    format_id,
    fps,
    tbr,
    height: 1_080,
    vcodec: 'avc1',
    acodec: 'none',
  })
  const { renditions } = made([picture('60', 60, 5_800), picture('30', 30, 16_000)])
  expect(likelySuggested(renditions)[0]?.id).toBe('60')
})
