import * as fc from 'fast-check'
import { PART_BYTES } from '#contract/limits.ts'

const MB = 1024 ** 2

/**
 * The fate of one call: how long it takes in milliseconds, whether the request arrives, and whether the
 * response arrives.
 */
export type Fate = { ms: number; request: 'arrives' | 'lost' | 'twice'; answer: 'arrives' | 'lost' }

/** The conditions of one simulated merge, which fast-check chooses at random. */
export type Schedule = {
  /** Size of the finished file in bytes. */
  size: number
  /**
   * Until the end of the merge, the first `from` bytes of the file may change, because the merger writes the
   * file's index into them last. `from` is a multiple of the part size.
   */
  from: number
  /** Speed of the source in bytes per second. */
  rate: number
  /**
   * The fate of each call to the bucket, in order. If there are more calls than entries, each further
   * call takes 20 ms, and neither its request nor its response is lost.
   */
  bucket: Fate[]
  /**
   * The fate of each call to the merger, in order. If there are more calls than entries, each further
   * call takes 20 ms, and neither its request nor its response is lost.
   */
  merger: Fate[]
  /**
   * For each event stream, in order: the number of lines after which the stream breaks. If there are more
   * streams than entries, the further streams do not break.
   */
  cuts: number[]
  /** Times at which the merger restarts and loses its state, in milliseconds after the start. */
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
const faultless = { request: fc.constant('arrives' as const), answer: fc.constant('arrives' as const) }
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

/** Schedules in which no call fails, but storing a part takes up to 30 s. */
export const slowSchedule: fc.Arbitrary<Schedule> = fc.record({
  ...sizes,
  bucket: fc.array(fc.record({ ms: delay(30_000), ...faultless }), { maxLength: 45 }),
  merger: fc.constant<Fate[]>([]),
  cuts: fc.constant<number[]>([]),
  restarts: fc.constant<number[]>([]),
  attachmentMs: fc.constant(600_000),
})

/**
 * Schedules in which any call can be lost, arrive twice, get no response, or take longer than its timeout.
 */
export const faultySchedule: fc.Arbitrary<Schedule> = fc.record({
  ...sizes,
  bucket: fc.array(fc.record({ ms: delay(90_000), ...faulty }), { maxLength: 60 }),
  merger: fc.array(fc.record({ ms: delay(90_000), ...faulty }), { maxLength: 60 }),
  cuts: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
  restarts: fc.array(fc.nat(120_000), { maxLength: 2 }),
  attachmentMs: fc.constantFrom(600_000, 20_000, 3_000),
})
