import * as fc from 'fast-check'
import { expect } from 'vitest'
import { fuzzRuns } from './raw-origin.ts'

/** Limit of the processor time for one input. Applies only if the environment variable LONG is set. */
const MAX_CPU_MS = 250
/** Limit, in bytes, of the memory growth over all inputs. Applies only if LONG is set. */
const GROWTH_BYTES = 512 * 1024 ** 2

/**
 * Calls `read` with 300 random inputs, or with 20,000 if the environment variable LONG is set. Fails the test
 * if `read` throws. With LONG, the test also fails if the processor time of one input exceeds MAX_CPU_MS, or
 * if the memory grows by more than GROWTH_BYTES.
 */
export function expectRobust<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  read: (input: Input) => void,
): void {
  let longestMs = 0
  const before = process.memoryUsage().rss
  const timed = (input: Input) => {
    // Unlike elapsed time, processor time does not include the time of other processes.
    const begun = process.threadCpuUsage()
    read(input)
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
  const measured = (input: Input) => {
    let ms = timed(input)
    // An input that is slower than all inputs before is measured up to four more times, and its shortest time
    // counts, because the garbage collector can prolong a single measurement.
    for (let again = 0; again < 4 && ms > longestMs; again++) ms = Math.min(ms, timed(input))
    longestMs = Math.max(longestMs, ms)
  }
  fc.assert(fc.property(inputs, measured), { numRuns: fuzzRuns })
  if (!process.env['LONG']) return
  const growth = process.memoryUsage().rss - before
  console.log(
    `${name}: longest ${longestMs.toFixed(1)} ms, memory ${(growth / 1024 ** 2).toFixed(0)} MiB more`,
  )
  expect(longestMs).toBeLessThan(MAX_CPU_MS)
  expect(growth).toBeLessThan(GROWTH_BYTES)
}

const byte = fc.integer({ min: 0, max: 255 })
/** Numbers at the limits of fields of one to eight bytes, in hexadecimal. */
const edge = fc.constantFrom('00', 'ff', '00000000', 'ffffffff', '7fffffff', '00000001', 'ffffffffffffffff')
const change = fc.record({
  at: fc.nat(0xffff),
  by: fc.oneof(
    byte.map((value) => Buffer.from([value])),
    edge.map((hex) => Buffer.from(hex, 'hex')),
    fc.uint8Array({ maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  ),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'insert', 'remove', 'move'),
})

/**
 * Generates a copy of one of `files` with up to 20 changes. Some copies are truncated. Half of the copies
 * have all changes near the start of the file, where the headers are.
 */
export function mutated(files: Buffer[]): fc.Arbitrary<Buffer> {
  const changes = fc.array(change, { maxLength: 20 })
  const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  return fc.tuple(fc.constantFrom(...files), changes, fc.boolean(), cut).map(([file, all, isNear, share]) => {
    let bytes = Buffer.from(file)
    for (const { at, by, kind } of all) {
      const place = at % Math.max(1, Math.min(bytes.length, isNear ? 1_000 : Infinity))
      if (kind === 'replace') by.copy(bytes, place)
      else if (kind === 'insert') bytes = Buffer.concat([bytes.subarray(0, place), by, bytes.subarray(place)])
      else if (kind === 'remove')
        bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + by.length)])
      else bytes = Buffer.concat([bytes.subarray(place), bytes.subarray(0, place)])
    }
    return share === null ? bytes : bytes.subarray(0, Math.floor(bytes.length * share))
  })
}

/**
 * Generates one byte pattern, followed by many repetitions of the same or another pattern, up to a megabyte.
 * On such bytes, a parser that takes quadratic time would block.
 */
export function repeated(patterns: Buffer[], maxBytes = 1024 ** 2): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...patterns), fc.constantFrom(...patterns), fc.integer({ min: 1, max: maxBytes }))
    .map(([first, pattern, length]) => Buffer.concat([first, Buffer.alloc(length, pattern)]))
}

/**
 * Generates a text of one of three kinds:
 * - one of `texts` with random edits
 * - a text or token that is repeated many times
 * - an edited text, followed by a repeated text or token
 */
export function mutatedText(texts: string[], tokens: string[]): fc.Arbitrary<string> {
  const token = fc.oneof(
    fc.constantFrom(...tokens),
    fc.constantFrom('9'.repeat(400), '-1', 'NaN', '\0', '"', '\n', '\r\n', '<', '>', '=', ',', '\ud800'),
    fc.string({ maxLength: 20 }),
  )
  const edits = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), token, removed: fc.nat(40) }),
    { maxLength: 10 },
  )
  const flood = fc
    .tuple(fc.constantFrom(...tokens, ...texts), fc.integer({ min: 1, max: 1024 ** 2 }))
    .map(([one, length]) => one.repeat(Math.ceil(length / Math.max(1, one.length))).slice(0, length))
  const edited = fc.tuple(fc.constantFrom(...texts), edits).map(([text, all]) =>
    all.reduce((result, { at, token: added, removed }) => {
      const place = Math.floor(at * result.length)
      return result.slice(0, place) + added + result.slice(place + removed)
    }, text),
  )
  return fc.oneof(
    { weight: 8, arbitrary: edited },
    { weight: 1, arbitrary: flood },
    { weight: 1, arbitrary: fc.tuple(edited, flood).map((both) => both.join('\n')) },
  )
}
