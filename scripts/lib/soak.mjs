import { quantile } from './report.mjs'

/**
 * @typedef {{ kind: string, ms: number, bytes: number, error?: string }} Outcome
 * @typedef {{ megabytes: number, cpuSeconds: number, processes: number }} Use
 * @typedef {{
 *   second: number,
 *   uses: Record<string, Use>,
 *   heaps: Record<string, number>,
 * }} Sample `heaps`: MB of each isolate of workerd
 * @typedef {{
 *   objects: number,
 *   uploads: number,
 *   folders: number,
 *   processes: number,
 *   intrusions: number,
 * }} Leftovers
 * @typedef {{
 *   lasted: number,
 *   visitors: number,
 *   attackers: number,
 *   calls: number,
 *   outcomes: Outcome[],
 *   samples: Sample[],
 *   health: { calls: number, slowestMs: number, missed: number },
 *   restarts: number,
 *   leaks: string[],
 *   leftovers: Leftovers,
 * }} Soak the result of tests/internet/soak/soak.ts; `lasted` is its duration in seconds
 */

/**
 * The memory of a program counts as flat if its median in the last third of the soak is at most this many
 * times its median in the middle third.
 */
const FLAT = 1.1
/**
 * The summary leaves out isolates of workerd that never exceed this many MB. A workerd process has about
 * twenty isolates.
 */
const SMALL_MB = 5
/**
 * Growth of less than this many MB is ignored. A small program that loads one module can already grow by more
 * than the factor FLAT.
 */
const NOTICED_MB = 20
/**
 * If a soak lasts at least this many seconds, it fails when the memory of our own programs still grows at the
 * end. A shorter soak does not check the growth.
 */
const SETTLED_SECONDS = 20 * 60
/**
 * Our own programs: the merger, and the isolate of the Worker. The rest of workerd consists of Wrangler's
 * local simulators, which are not used in production.
 */
const OWN = /^merger$|^heap of core:user:/

/**
 * Summarises the memory use of a program in MB:
 * - `start`: the first sample
 * - `plateau`: the median of the middle third of the soak
 * - `end`: the median of the last third of the soak
 * - `most`: the maximum during the soak
 * - `afterwards`: the last sample
 * - `isFlat`: false if the memory still grows at the end (FLAT and NOTICED_MB are the limits)
 * @param {Sample[]} samples the samples in order of time; the last sample was taken 75 s after the end of the
 *   soak, after a garbage collection in workerd
 * @param {(sample: Sample) => number | undefined} read returns the program's MB in a sample
 */
export function memoryOf(samples, read) {
  const values = samples.slice(0, -1).map((sample) => read(sample) ?? 0)
  const third = Math.floor(values.length / 3)
  const plateau = quantile(values.slice(third, Math.max(third + 1, 2 * third)), 0.5)
  const end = quantile(values.slice(2 * third), 0.5)
  return {
    start: values[0] ?? 0,
    plateau,
    end,
    most: Math.max(...values),
    afterwards: read(/** @type {Sample} */ (samples.at(-1))) ?? 0,
    isFlat: end <= Math.max(FLAT * plateau, plateau + NOTICED_MB),
  }
}

/**
 * Returns the name and the memory use of each program, and of the heap of each isolate of workerd. Leaves out
 * heaps that never exceed SMALL_MB.
 * @param {Soak} soak
 */
function memories({ samples }) {
  const names = (/** @type {(sample: Sample) => object} */ read) => [
    ...new Set(samples.flatMap((sample) => Object.keys(read(sample)))),
  ]
  return [
    ...names(({ uses }) => uses).map((name) => ({
      name,
      ...memoryOf(samples, ({ uses }) => uses[name]?.megabytes),
    })),
    ...names(({ heaps }) => heaps)
      .map((name) => ({ name: `heap of ${name}`, ...memoryOf(samples, ({ heaps }) => heaps[name]) }))
      .filter(({ most }) => most > SMALL_MB),
  ]
}

/**
 * Formats the result of a soak as text, with one line for each kind of action and for each program.
 * @param {Soak} soak
 */
export function summary(soak) {
  const { lasted, visitors, attackers, calls, outcomes, health, restarts, leaks, leftovers } = soak
  const errors = outcomes.filter(({ error }) => error !== undefined)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].toSorted()
  const perKind = kinds.map((kind) => {
    const own = outcomes.filter((one) => one.kind === kind)
    const ms = own.map((one) => one.ms)
    const failed = own.filter(({ error }) => error !== undefined).length
    return `  ${kind.padEnd(16)} ${String(own.length).padStart(6)}  p50 ${quantile(ms, 0.5).toFixed(0).padStart(6)} ms  p99 ${quantile(ms, 0.99).toFixed(0).padStart(6)} ms  ${failed} failed`
  })
  const perProgram = memories(soak).map(
    ({ name, start, plateau, end, most, afterwards, isFlat }) =>
      `  ${name.padEnd(36)} start ${start.toFixed(0)} MB, plateau ${plateau.toFixed(0)} MB, end ${end.toFixed(0)} MB, ` +
      `most ${most.toFixed(0)} MB, afterwards ${afterwards.toFixed(0)} MB${isFlat ? '' : ' (still growing)'}`,
  )
  const bytes = outcomes.reduce((sum, one) => sum + one.bytes, 0)
  const messages = [...new Set(errors.map(({ kind, error }) => `  ${kind}: ${error}`))]
  return [
    `${visitors} visitors, ${attackers} attackers, ${lasted.toFixed(0)} s: ${outcomes.length} actions, ${calls} calls, ` +
      `${(bytes / 1e6).toFixed(0)} MB, ${(outcomes.length / lasted).toFixed(1)} actions a second`,
    `errors: ${errors.length} (${((100 * errors.length) / Math.max(1, outcomes.length)).toFixed(2)} %)`,
    ...messages.slice(0, 10),
    ...perKind,
    `health of the merger: ${health.calls} calls, slowest ${health.slowestMs} ms, ${health.missed} not answered within a second`,
    `restarts: ${restarts}`,
    `leaks: ${leaks.length} ${leaks.slice(0, 3).join(' ')}`.trimEnd(),
    'memory (afterwards: 75 s after the end, without garbage in workerd)',
    ...perProgram,
    `left over: ${Object.entries(leftovers)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  ].join('\n')
}

/**
 * Returns one sentence for each reason why the soak failed; an empty list when it passed.
 * @param {Soak} soak
 */
export function faultsOf(soak) {
  const { outcomes, health, restarts, leaks, leftovers } = soak
  return [
    ...(outcomes.some(({ error }) => error !== undefined) ? ['Visitors met unexpected answers.'] : []),
    ...(health.missed > 0 ? ['The merger did not answer /healthz within a second.'] : []),
    ...(restarts > 0 ? ['A program of the product ended.'] : []),
    ...(leaks.length > 0 ? ['An attack got a local file or a cookie of another host.'] : []),
    ...(Object.values(leftovers).some((count) => count > 0) ? ['Something is left over.'] : []),
    ...(soak.lasted < SETTLED_SECONDS ? [] : memories(soak))
      .filter(({ name, isFlat }) => OWN.test(name) && !isFlat)
      .map(({ name }) => `The memory still grows: ${name}.`),
  ]
}

/**
 * Returns the measured figures that the cost model (scripts/simulate.mjs) needs.
 * @param {Soak} soak
 */
export function figuresOf({ lasted, calls, outcomes, samples }) {
  const [first, last] = [samples[0], samples.at(-2)]
  const cpu = (/** @type {string[]} */ ...names) =>
    names.reduce(
      (sum, name) => sum + (last?.uses[name]?.cpuSeconds ?? 0) - (first?.uses[name]?.cpuSeconds ?? 0),
      0,
    )
  const merges = outcomes.filter(({ kind }) => kind === 'merge and save' || kind === 'faulty source')
  return {
    measured: new Date().toISOString().slice(0, 10),
    seconds: Math.round(lasted),
    actions: outcomes.length,
    calls,
    merges: merges.length,
    mergedMegabytes: merges.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    /**
     * The sum of the CPU seconds of merger, yt-dlp and ffmpeg. While yt-dlp or ffmpeg runs, its CPU time is
     * measured separately. After it ends, the CPU time of the merger includes it.
     */
    containerCpuSeconds: cpu('merger', 'yt-dlp', 'ffmpeg'),
    edgeCpuSeconds: cpu('workerd'),
    mergeSeconds: quantile(
      merges.map(({ ms }) => ms / 1_000),
      0.5,
    ),
  }
}
