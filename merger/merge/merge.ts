import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS, MAX_GIF_SECONDS, MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Release, Room } from '../process/room.ts'
import { stderrTail, start } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { fetchCover } from './cover.ts'
import { LONGEST_WORK_MS, workDeadline } from './deadline.ts'
import { incompleteSign, isUnreadable, missingStream, muxArguments, type Mux } from './ffmpeg.ts'
import { GrowingFile } from './growing-file.ts'
import { jobOf, sum } from './job.ts'
import { openRendition, refresher, resolve, type OpenedRendition } from './sources/open.ts'
import type { Tools } from './tools.ts'
import { pump, save } from './sources/pump.ts'
import { firstFinalByte } from './index-reserve.ts'
import { verify } from './proof/verify.ts'

const MEASURE_MS = 80
/** Limits of ffmpeg's address space in bytes. ffmpeg reserves far more address space than it uses. */
const COPY_MEMORY = 1024 ** 3
const TRANSCODE_MEMORY = 2 * 1024 ** 3
/** By default, glibc reserves 64 MiB of address space for each thread (an arena). */
const CHILD_ENV = { MALLOC_ARENA_MAX: '2' }

export async function merge(attempt: Attempt, folder: string, tools: Tools): Promise<void> {
  const reservations: Release[] = []
  try {
    await makeFile(attempt, folder, tools, reservations)
  } finally {
    for (const release of reservations) release()
  }
}

async function makeFile(
  attempt: Attempt,
  folder: string,
  tools: Tools,
  reservations: Release[],
): Promise<void> {
  const { plan } = attempt.order
  const { workDeadline: deadline = workDeadline } = tools
  attempt.limitWork(deadline(null, null))
  const { extraction, chosen } = await resolve(attempt, plan, tools)
  if ((extraction.duration ?? 0) > MAX_DURATION_SECONDS) throw new Failure('too_big')
  const refresh = refresher(attempt, plan, tools)
  const open = (rendition: Rendition | null, ref: MergePlan['video']) => {
    if (!rendition || !ref) return null
    const wanted = { rendition, refresh: () => refresh(ref), pageDuration: extraction.duration }
    return openRendition({ ...wanted, folder: path.join(folder, ref.kind) }, attempt, tools)
  }
  const isAudioFile = plan.container === 'mp3' || plan.container === 'm4a'
  const [video, audio, cover] = await Promise.all([
    open(chosen.video, plan.video),
    open(chosen.audio, plan.audio),
    isAudioFile ? fetchCover(extraction.thumbnail, folder, attempt, tools) : null,
  ])
  const opened = [video, audio].filter((one) => one !== null)
  attempt.progress.stage = 'downloading'
  attempt.progress.total = sum(opened.map((one) => one.feed.size))
  attempt.limitWork(deadline(attempt.progress.total, opened[0]?.expected?.seconds ?? extraction.duration))
  const { onDisk } = tools.retryHints.of(plan)
  const inputs = await Promise.all(
    opened.map(async (one, index) => {
      if (!mustBeSaved(one, onDisk)) return null
      const file = path.join(folder, `source-${index}`)
      // If ffmpeg reads the first source from a pipe, no space for the output is reserved, because the merger
      // pauses the pipe when too much output is on disk.
      await saveSource(one, file, index === 0, tools.workDir.room, reservations)
      return file
    }),
  )
  const job = await jobOf(plan, extraction, { video, audio, cover, inputs }, tools.retryHints)
  if (plan.container === 'gif' && isTooLongForGif(job.duration ?? 0)) throw new Failure('too_big')
  job.mux.output = path.join(folder, `file.${plan.container}`)
  attempt.file = new GrowingFile(
    job.mux.output,
    firstFinalByte(job.mux.indexReserve),
    attempt.signal,
    tools.backlog,
  )
  attempt.progress.duration = job.duration
  if (job.mux.kbps !== undefined || plan.container === 'gif') attempt.progress.stage = 'converting'
  await stream(attempt, job.mux, opened, folder, tools)
  attempt.progress.stage = 'finishing'
  const size = await attempt.file.measure()
  const proof = await verify(job.mux.output, job.required).catch((failure: unknown) => {
    tools.retryHints.learn(plan, job.mux.indexReserve, '')
    throw failure
  })
  attempt.succeed(size, attempt.progress.received, proof)
}

/** One second above the maximum is tolerated, because durations are rounded. */
const isTooLongForGif = (seconds: number) => seconds > MAX_GIF_SECONDS + 1

/** A retry saves mp4 sources to disk before ffmpeg reads them. */
function isRetryUseless({ facts }: OpenedRendition, onDisk: boolean): boolean {
  return facts.isDamaged || facts.kind !== 'mp4' || onDisk
}

/** ffmpeg cannot read an mp4 from a pipe if its index comes after its media. */
function mustBeSaved({ facts }: OpenedRendition, onDisk: boolean): boolean {
  return facts.isIndexLast || (onDisk && facts.kind === 'mp4')
}

/** Throws `busy` when disk space or memory is short. */
async function saveSource(
  { feed }: OpenedRendition,
  file: string,
  needsOutputSpace: boolean,
  room: Room,
  reservations: Release[],
): Promise<void> {
  const copies = needsOutputSpace ? 2 : 1
  const release = room.reserve(feed.size === null ? MAX_FILE_BYTES : copies * feed.size)
  reservations.push(release)
  await save(feed, file)
  // The saved file now counts as used disk space, so its reservation ends.
  release(needsOutputSpace ? (await stat(file)).size : 0)
}

async function stream(
  attempt: Attempt,
  mux: Mux,
  opened: OpenedRendition[],
  folder: string,
  { config, retryHints }: Tools,
): Promise<void> {
  const file = attempt.file as GrowingFile
  const signal = attempt.working
  const fed = opened.filter((_, index) => mux.inputs[index]?.startsWith('pipe:'))
  const ffmpeg = start(config.FFMPEG, muxArguments(mux), {
    signal,
    // The attempt has an earlier deadline of its own, which normally ends ffmpeg.
    deadline: LONGEST_WORK_MS,
    memory: mux.kbps === undefined && mux.container !== 'gif' ? COPY_MEMORY : TRANSCODE_MEMORY,
    sandbox: { python: config.PYTHON, folder },
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
  const waitForRoom = async () => {
    while (!file.hasRoom(performance.now())) await sleep(MEASURE_MS, undefined, { signal })
  }
  try {
    const pumps = fed.map((one, index) => {
      const input = ffmpeg.inputs[index]
      const isPaced = one === opened[0]
      return input ? pump(one.feed, input, isPaced ? waitForRoom : undefined) : Promise.resolve()
    })
    for (const each of pumps) each.catch((error: unknown) => attempt.stopWork(error))
    const { code, signal: killedBy, stderr } = await ffmpeg.ended
    signal.throwIfAborted()
    if (/No space left/.test(stderr)) throw new Failure('internal', { cause: 'no space left' })
    const absent = missingStream(stderr, mux)
    if (absent) throw new Failure(absent)
    const fault = incompleteSign(stderr, mux.kbps === undefined)
    if (code !== 0 || fault) {
      const cause = fault ?? `${killedBy ?? code}: ${stderrTail(stderr)}`
      const isHopeless = opened.every((one) => isRetryUseless(one, retryHints.of(attempt.order.plan).onDisk))
      if (isUnreadable(stderr) && isHopeless) throw new Failure('unreadable', { cause })
      // `code` is null when ffmpeg was killed. Its stderr then does not show what must change.
      if (code !== null) retryHints.learn(attempt.order.plan, mux.indexReserve, stderr)
      throw new Failure('merge_failed', { cause })
    }
    await Promise.all(pumps)
  } finally {
    clearInterval(measuring)
  }
}
