import * as fc from 'fast-check'
import { PART_BYTES } from '#contract/limits.ts'

const MB = 1024 ** 2

/** What happens to one call: how long it takes, whether it arrives, and whether its answer does. */
export type Fate = { ms: number; request: 'arrives' | 'lost' | 'twice'; answer: 'arrives' | 'lost' }

/** Everything that chance decides about one merge. */
export type Schedule = {
  /** Bytes of the finished file, and of its reserved index in whole parts. */
  size: number
  from: number
  /** Bytes a second of the source. */
  rate: number
  /** Fates of the calls to the bucket and to the merger, in order; calls beyond the list are quick and arrive. */
  bucket: Fate[]
  merger: Fate[]
  /** Lines after which each events connection is cut; connections beyond the list live. */
  cuts: number[]
  /** Milliseconds after the start at which the merger forgets everything. */
  restarts: number[]
  attachmentMs: number
}

const sizes = {
  size: fc.oneof(
    fc.integer({ min: 1, max: 40 * PART_BYTES }),
    fc.integer({ min: 1, max: 40 }).map((parts) => parts * PART_BYTES),
    fc.integer({ min: 10 * PART_BYTES, max: 40 * PART_BYTES }),
  ),
  from: fc.integer({ min: 1, max: 3 }).map((parts) => parts * PART_BYTES),
  rate: fc.integer({ min: 10 * MB, max: 400 * MB }),
}
const delay = (longest: number) =>
  fc.oneof({ weight: 4, arbitrary: fc.nat(500) }, { weight: 1, arbitrary: fc.nat(longest) })
const sound = { request: fc.constant('arrives' as const), answer: fc.constant('arrives' as const) }
const faulty = {
  request: fc.oneof(
    { weight: 8, arbitrary: fc.constant('arrives' as const) },
    { weight: 1, arbitrary: fc.constantFrom('lost' as const, 'twice' as const) },
  ),
  answer: fc.oneof(
    { weight: 8, arbitrary: fc.constant('arrives' as const) },
    { weight: 1, arbitrary: fc.constant('lost' as const) },
  ),
}

/** Parts take up to 30 s to be stored; nothing fails. */
export const slowSchedule: fc.Arbitrary<Schedule> = fc.record({
  ...sizes,
  bucket: fc.array(fc.record({ ms: delay(30_000), ...sound }), { maxLength: 45 }),
  merger: fc.constant<Fate[]>([]),
  cuts: fc.constant<number[]>([]),
  restarts: fc.constant<number[]>([]),
  attachmentMs: fc.constant(600_000),
})

/** Anything may fail, get lost, arrive twice or take longer than every limit. */
export const faultySchedule: fc.Arbitrary<Schedule> = fc.record({
  ...sizes,
  bucket: fc.array(fc.record({ ms: delay(90_000), ...faulty }), { maxLength: 60 }),
  merger: fc.array(fc.record({ ms: delay(90_000), ...faulty }), { maxLength: 60 }),
  cuts: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
  restarts: fc.array(fc.nat(120_000), { maxLength: 2 }),
  attachmentMs: fc.constantFrom(600_000, 20_000, 3_000),
})
