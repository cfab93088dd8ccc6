import { quantile } from './report.mjs'

/**
 * @typedef {{ kind: string, ms: number, bytes: number, error?: string }} Outcome
 * @typedef {{ megabytes: number, cpuSeconds: number, processes: number }} Use
 * @typedef {{ second: number, uses: Record<string, Use> }} Sample
 * @typedef {{
 *   lasted: number,
 *   visitors: number,
 *   calls: number,
 *   outcomes: Outcome[],
 *   samples: Sample[],
 *   leftovers: { objects: number, uploads: number, folders: number, intrusions: number },
 * }} Soak the result of tests/internet/soak/soak.ts; `lasted` in seconds
 */

/**
 * Formats the result of a soak as text, with one line for each kind of action and for each program.
 * @param {Soak} soak
 */
export function summary({ lasted, visitors, calls, outcomes, samples, leftovers }) {
  const errors = outcomes.filter(({ error }) => error !== undefined)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].toSorted()
  const perKind = kinds.map((kind) => {
    const own = outcomes.filter((one) => one.kind === kind)
    const ms = own.map((one) => one.ms)
    const failed = own.filter(({ error }) => error !== undefined).length
    return `  ${kind.padEnd(16)} ${String(own.length).padStart(6)}  p50 ${quantile(ms, 0.5).toFixed(0).padStart(6)} ms  p99 ${quantile(ms, 0.99).toFixed(0).padStart(6)} ms  ${failed} failed`
  })
  const programs = Object.keys(samples[0]?.uses ?? {})
  const megabytes = (/** @type {Sample | undefined} */ sample, /** @type {string} */ name) =>
    sample?.uses[name]?.megabytes.toFixed(0) ?? '0'
  const perProgram = programs.map((name) => {
    const most = Math.max(...samples.map(({ uses }) => uses[name]?.megabytes ?? 0))
    return `  ${name.padEnd(16)} start ${megabytes(samples[0], name)} MB, most ${most.toFixed(0)} MB, end ${megabytes(samples.at(-2), name)} MB, afterwards ${megabytes(samples.at(-1), name)} MB`
  })
  const bytes = outcomes.reduce((sum, one) => sum + one.bytes, 0)
  const messages = [...new Set(errors.map(({ kind, error }) => `  ${kind}: ${error}`))]
  return [
    `${visitors} visitors, ${lasted.toFixed(0)} s: ${outcomes.length} actions, ${calls} calls, ${(bytes / 1e6).toFixed(0)} MB, ` +
      `${(outcomes.length / lasted).toFixed(1)} actions a second`,
    `errors: ${errors.length} (${((100 * errors.length) / Math.max(1, outcomes.length)).toFixed(2)} %)`,
    ...messages.slice(0, 10),
    ...perKind,
    'memory',
    ...perProgram,
    `left over: ${leftovers.objects} objects, ${leftovers.uploads} uploads, ${leftovers.folders} folders, ${leftovers.intrusions} intrusions`,
  ].join('\n')
}

/**
 * Extracts the measured figures that the cost model (scripts/simulate.mjs) needs.
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
     * CPU seconds of merger, yt-dlp and ffmpeg together. The figure of the merger includes children that have
     * ended.
     */
    containerCpuSeconds: cpu('merger', 'yt-dlp', 'ffmpeg'),
    edgeCpuSeconds: cpu('workerd'),
    mergeSeconds: quantile(
      merges.map(({ ms }) => ms / 1_000),
      0.5,
    ),
  }
}
