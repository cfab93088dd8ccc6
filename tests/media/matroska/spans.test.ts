import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { elements } from '#media/matroska/ebml.ts'
import { clusterSpans } from '#media/matroska/spans.ts'
import { u32 } from '../lib/boxes.ts'

/** RFC 8794: a size in four bytes. */
const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), u32(0x10_00_00_00 + body.length), body])
}
const cueAt = (time: number, track: number, position: number) =>
  element(
    'bb',
    element('b3', u32(time)),
    element('b7', element('f7', u32(track)), element('f1', u32(position))),
  )

const CLUSTER_SECONDS = 5
const CLUSTER_BYTES = 1_000
const COUNT = 12
const positionAt = (second: number) => Math.floor(second / CLUSTER_SECONDS) * CLUSTER_BYTES

test('a clip has each cluster that begins before its end, wherever texts have cues', () => {
  const texts = fc.uniqueArray(fc.integer({ min: 0, max: CLUSTER_SECONDS * COUNT - 1 }), { maxLength: 20 })
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 0, max: 48 }),
      fc.integer({ min: 1, max: 10 }),
      (extra, start, length) => {
        const pictures = [0, 20, 40].map((time) => ({ time, track: 1 }))
        const all = [...pictures, ...extra.map((time) => ({ time, track: 3 }))].toSorted(
          (a, b) => a.time - b.time,
        )
        const bytes = element(
          '1c53bb6b',
          ...all.map(({ time, track }) => cueAt(time, track, positionAt(time))),
        )
        const cues = elements(bytes).next().value!
        const place = { segmentBody: 0, scale: 1e9, size: COUNT * CLUSTER_BYTES, picture: 1 }
        const { spans, earliest } = clusterSpans({ bytes, cues }, place, { start, end: start + length })!
        const [span] = spans
        expect(earliest).toBe([40, 20, 0].find((key) => key <= start))
        expect(span!.start).toBe(positionAt(earliest))
        const last = Math.min(positionAt(start + length), place.size - CLUSTER_BYTES)
        expect(span!.end + 1).toBeGreaterThanOrEqual(last + CLUSTER_BYTES)
      },
    ),
  )
})
