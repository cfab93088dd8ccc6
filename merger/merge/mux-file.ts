import { setTimeout as sleep } from 'node:timers/promises'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_GIF_SECONDS } from '#contract/limits.ts'
import { stderrTail, start } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { LONGEST_WORK_MS } from './deadline.ts'
import { muxArguments, type Mux } from './ffmpeg.ts'
import type { GrowingFile } from './growing-file.ts'
import type { OpenedRendition } from './sources/open.ts'
import { pump } from './sources/pump.ts'
import { withoutSound } from './sources/without-sound.ts'
import type { RetryHints } from './retry-hints.ts'
import type { Tools } from './tools.ts'
import { mayNeedSeeking, missingPartSign, missingStream, withoutAddresses } from './verdict.ts'
import { copyArguments } from './watch/copy-arguments.ts'
import { WatchCopy } from './watch/watch-copy.ts'

const MEASURE_MS = 80
/** Limits of ffmpeg's address space in bytes. ffmpeg reserves far more address space than it uses. */
const COPY_MEMORY = 1024 ** 3
const TRANSCODE_MEMORY = 2 * 1024 ** 3
/** By default, glibc reserves 64 MiB of address space for each thread (an arena). */
const CHILD_ENV = { MALLOC_ARENA_MAX: '2' }

export type Work = { plan: MergePlan; mux: Mux; opened: OpenedRendition[]; retryHints: RetryHints }

/** One second above the maximum is tolerated, because durations are rounded. */
export const isTooLongForGif = (seconds: number) => seconds > MAX_GIF_SECONDS + 1

/** Feeds the sources to ffmpeg, which writes `file`. Returns what ffmpeg wrote to stderr. */
export async function muxFile(
  { attempt, folder, tools }: { attempt: Attempt; folder: string; tools: Tools },
  work: Work,
  file: GrowingFile,
): Promise<string> {
  const { mux, opened } = work
  const signal = attempt.working
  const fed = opened.filter((_, index) => mux.inputs[index]?.startsWith('pipe:'))
  const ffmpeg = start(tools.config.FFMPEG, muxArguments(mux), {
    signal,
    // The attempt has an earlier deadline of its own, which normally ends ffmpeg.
    deadline: LONGEST_WORK_MS,
    memory: mux.encoding === null && mux.container !== 'gif' ? COPY_MEMORY : TRANSCODE_MEMORY,
    sandbox: { python: tools.config.PYTHON, folder },
    env: CHILD_ENV,
    cwd: folder,
    inputs: fed.length,
  })
  ffmpeg.stdout.setEncoding('utf8').on('data', (text: string) => {
    const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
    if (micros) attempt.progress.written = Number(micros) / 1e6
    // If the duration of a video was unknown until now, it may be too long for a GIF.
    if (mux.container === 'gif' && isTooLongForGif(attempt.progress.written))
      attempt.stopWork(new Failure('too_big'))
  })
  const measuring = setInterval(
    () => void file.measure().catch((error: unknown) => attempt.stopWork(error)),
    MEASURE_MS,
  )
  attempt.watch = WatchCopy.of(copyArguments(mux, opened), mux.inputs.length, {
    folder,
    tools,
    signal: attempt.signal,
  })
  const waitForRoom = async () => {
    while (!file.hasRoom(performance.now())) await sleep(MEASURE_MS, undefined, { signal })
  }
  const { isSilent } = work.retryHints.of(work.plan)
  try {
    const pumps = fed.map((one, index) => {
      const input = ffmpeg.inputs[index]
      const isPaced = one === opened[0]
      return input
        ? pump(
            isSilent ? withoutSound(one.feed) : one.feed,
            input,
            isPaced ? waitForRoom : undefined,
            attempt.watch?.tees[index],
          )
        : Promise.resolve()
    })
    for (const each of pumps) each.catch((error: unknown) => attempt.stopWork(error))
    const { code, signal: killedBy, stderr } = await ffmpeg.ended
    signal.throwIfAborted()
    if (/No space left/.test(stderr)) throw new Failure('internal', { cause: 'no space left' })
    const absent = missingStream(stderr, mux)
    if (absent) throw new Failure(absent)
    const fault = missingPartSign(stderr)
    if (code !== 0 || fault) {
      const cause = fault ?? `${killedBy ?? code}: ${stderrTail(stderr)}`
      // The system or an operator ended ffmpeg, so the bytes are not at fault.
      const isStopped = killedBy === 'SIGKILL' || killedBy === 'SIGTERM'
      throw isStopped ? new Failure('merge_failed', { cause }) : afterFailure(work, cause, stderr)
    }
    await Promise.all(pumps)
    return stderr
  } finally {
    clearInterval(measuring)
  }
}

/** Only a changed attempt, or one with other bytes, can succeed where this one failed. */
export function afterFailure(
  { plan, mux, opened, retryHints }: Work,
  cause: string,
  stderr: string,
): Failure {
  const { onDisk } = retryHints.of(plan)
  const isPipeAtFault =
    !onDisk &&
    opened.some(
      ({ facts, feed }) =>
        facts.kind === 'mp4' && !facts.isDamaged && !facts.isIndexLast && mayNeedSeeking(stderr, feed.size),
    )
  const isExcerptAtFault = !onDisk && opened.some(({ excerpt }) => excerpt?.isPart)
  const readsOther = isPipeAtFault || isExcerptAtFault
  if (readsOther) retryHints.readFromDisk(plan)
  const hasDeadSound = mux.video !== null && mux.video === mux.audio && retryHints.learnSilence(plan, stderr)
  const isChanged = retryHints.learnReserve(plan, mux.indexReserve, stderr) || readsOther || hasDeadSound
  const isSame =
    opened.every(({ feed }) => feed.isExact) || retryHints.isRepeated(plan, withoutAddresses(cause))
  return new Failure(isSame && !isChanged ? 'unreadable' : 'merge_failed', { cause })
}
