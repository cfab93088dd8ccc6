import { expect, test } from 'vitest'
import { catalogueOf } from '../../../../edge/formats/formats.ts'
import { likelySuggested } from '../../../../merger/extract/probe/likely-suggested.ts'
import { dump, dumps, mapped } from '../../ytdlp/dumps.ts'

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
