/** nearest rank; `q` from 0 to 1 */
function quantile(values: number[], q: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0
}

type Outcome = { kind: string; ms: number; bytes: number; error?: string }
type Use = { megabytes: number; cpuSeconds: number; processes: number }
/** `heaps`: MB of each isolate of workerd */
type Sample = { second: number; uses: Record<string, Use>; heaps: Record<string, number> }
type Leftovers = { objects: number; uploads: number; folders: number; processes: number; intrusions: number }
/** the result of tests/internet/soak/soak.ts; `lasted` is its duration in seconds */
type Soak = {
  lasted: number
  visitors: number
  attackers: number
  calls: number
  outcomes: Outcome[]
  samples: Sample[]
  health: { calls: number; slowestMs: number; missed: number }
  restarts: number
  leaks: string[]
  leftovers: Leftovers
}

/** The median of the last third over that of the middle third, above which memory grows. */
const FLAT = 1.1
/** A workerd process has about twenty isolates; the summary leaves out the small ones. */
const SMALL_MB = 5
/** A small program that loads one module already grows by more than FLAT. */
const NOTICED_MB = 20
/** A shorter soak does not judge growth. */
const SETTLED_SECONDS = 20 * 60
/** The rest of workerd are Wrangler's local simulators, which are not used in production. */
const OWN = /^merger$|^heap of core:user:/

export function memoryOf(samples: Sample[], read: (sample: Sample) => number | undefined) {
  const values = samples.slice(0, -1).map((sample) => read(sample) ?? 0)
  const third = Math.floor(values.length / 3)
  const plateau = quantile(values.slice(third, Math.max(third + 1, 2 * third)), 0.5)
  const end = quantile(values.slice(2 * third), 0.5)
  return {
    start: values[0] ?? 0,
    plateau,
    end,
    most: Math.max(...values),
    afterwards: read(samples.at(-1) as Sample) ?? 0,
    isFlat: end <= Math.max(FLAT * plateau, plateau + NOTICED_MB),
  }
}

function memories({ samples }: Soak) {
  const names = (read: (sample: Sample) => object) => [
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

export function summary(soak: Soak) {
  const { lasted, visitors, attackers, calls, outcomes, health, restarts, leaks, leftovers } = soak
  const errors = outcomes.filter(({ error }) => error !== undefined)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].toSorted()
  const perKind = kinds.map((kind) => {
    const own = outcomes.filter((one) => one.kind === kind)
    const ms = own.map((one) => one.ms)
    const failed = own.filter(({ error }) => error !== undefined).length
    return `  ${kind.padEnd(16)} ${String(own.length).padStart(6)}  p50 ${quantile(ms, 0.5).toFixed(0).padStart(6)} ms  p95 ${quantile(ms, 0.95).toFixed(0).padStart(6)} ms  p99 ${quantile(ms, 0.99).toFixed(0).padStart(6)} ms  ${failed} failed`
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

export function faultsOf(soak: Soak) {
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

export function figuresOf({ lasted, calls, outcomes, samples }: Soak) {
  const [first, last] = [samples[0], samples.at(-2)]
  const cpu = (...names: string[]) =>
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
    // The time of an ended child is that of the merger.
    containerCpuSeconds: cpu('merger', 'yt-dlp', 'ffmpeg'),
    edgeCpuSeconds: cpu('workerd'),
    mergeSeconds: quantile(
      merges.map(({ ms }) => ms / 1_000),
      0.5,
    ),
  }
}
