import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { causeText } from '#contract/cause-text.ts'
import { rounded } from '#contract/clip.ts'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { linesOf } from '#contract/lines.ts'
import { MAX_DURATION_SECONDS, MAX_GIF_SECONDS, MAX_FILE_BYTES } from '#contract/limits.ts'
import { isEncrypted } from '../media/media-facts.ts'
import type { Release, Room } from '../process/room.ts'
import { stderrTail, start } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { writeChapters } from './chapters.ts'
import { coverLink, fetchCover, isSoundFile, ownCover } from './cover.ts'
import { cutSources, insideOf, withSoundOf } from './clip/clip.ts'
import { hideEnd } from './clip/hide-end.ts'
import { LONGEST_WORK_MS, workDeadline } from './deadline.ts'
import { muxArguments, type Mux } from './ffmpeg.ts'
import { GrowingFile } from './growing-file.ts'
import { clockModeOf, jobOf, sum } from './job.ts'
import { openRendition, refresher, resolve, type OpenedRendition } from './sources/open.ts'
import { openJoinable } from './sources/variants.ts'
import type { RetryHints } from './retry-hints.ts'
import type { Tools } from './tools.ts'
import { pump, save } from './sources/pump.ts'
import { RunClock } from './sources/run-clock.ts'
import { firstFinalByte } from './index-reserve.ts'
import { verify } from './proof/verify.ts'
import { WatchCopy } from './watch/watch-copy.ts'
import { disableSubtitles } from './subtitles/not-enabled.ts'
import { fetchSubtitles } from './subtitles/fetch-subtitles.ts'
import { cutOffSign, mayNeedSeeking, missingStream, withoutAddresses } from './verdict.ts'

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
  const clock = new RunClock(chosen.video, chosen.audio)
  const { onDisk } = tools.retryHints.of(plan)
  const open = async (rendition: Rendition, ref: RenditionRef, clip: MergePlan['clip']) => {
    const pageDuration = extraction.duration
    const wanted = { rendition, clock, refresh: () => refresh(ref), pageDuration, clip, needsWhole: onDisk }
    return openRendition({ ...wanted, folder: path.join(folder, ref.kind) }, attempt, tools)
  }
  const { dispatcher } = tools.egress.through(chosen.video?.exit)
  const openAny = async (rendition: Rendition | null, ref: MergePlan['video'], clip = plan.clip) =>
    rendition &&
    ref &&
    openJoinable(rendition, ref, extraction.renditions, (one, own) => open(one, own, clip))
  const opening = openAny(chosen.video, plan.video)
  const [video, sound, siteCover, subtitles] = await Promise.all([
    opening,
    plan.clip
      ? opening.then((picture) => openAny(chosen.audio, plan.audio, withSoundOf(picture, plan.clip)))
      : openAny(chosen.audio, plan.audio),
    fetchCover(coverLink(plan, extraction), folder, attempt, tools),
    plan.subtitles && plan.video
      ? fetchSubtitles(extraction, plan.subtitles, folder, attempt, dispatcher)
      : null,
  ])
  const own = isSoundFile(plan) && sound ? await ownCover(sound, folder, attempt, tools) : null
  const [audio, cover] = [own?.source ?? sound, own?.cover ?? siteCover]
  const opened = [video, audio].filter((one) => one !== null)
  if (opened.some(({ facts }) => isEncrypted(facts))) throw new Failure('drm')
  attempt.progress.stage = 'downloading'
  attempt.progress.total = sum(opened.map(({ excerpt, feed }) => (excerpt ? excerpt.bytes : feed.size)))
  attempt.limitWork(deadline(attempt.progress.total, opened[0]?.expected?.seconds ?? extraction.duration))
  const clip = plan.clip && insideOf(plan.clip, opened)
  const inputs = await Promise.all(
    opened.map(async (one, index) => {
      if (!mustBeSaved(one, onDisk)) return null
      const file = path.join(folder, `source-${index}`)
      // If ffmpeg reads the first source from a pipe, no space for the output is reserved, because the merger
      // pauses the pipe when too much output is on disk.
      await saveSource(one, file, !clip && index === 0, tools.workDir.room, reservations)
      return file
    }),
  )
  const chapters = await writeChapters(extraction.chapters ?? [], extraction.duration, folder, clip?.end)
  const cut =
    clip &&
    (await cutSources(clip, opened, inputs, { attempt, folder, tools }, clockModeOf(opened) !== 'separate'))
  const job = await jobOf(
    plan,
    extraction,
    { video, audio, cover, chapters, subtitles, inputs, cut },
    tools.retryHints,
  )
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
  const work: Work = { plan, mux: job.mux, opened, retryHints: tools.retryHints }
  const stderr = await stream(attempt, work, folder, tools)
  attempt.progress.stage = 'finishing'
  const size = await attempt.file.measure()
  if (subtitles && plan.container === 'mp4') await disableSubtitles(job.mux.output)
  if (cut && (plan.container === 'mp4' || plan.container === 'm4a'))
    await hideEnd(job.mux.output, cut.end - cut.beginsAt)
  const proof = await verify(job.mux.output, job.required).catch((cause: unknown) => {
    const failure = Failure.from(cause)
    throw failure.code === 'merge_failed' ? afterFailure(work, causeText(failure.cause), stderr) : failure
  })
  const leftOut = Math.round(opened[0]?.leftOut ?? 0)
  const wanted = video && video.rendition.height !== chosen.video?.height ? chosen.video : null
  attempt.succeed(size, attempt.progress.received, {
    ...proof,
    ...(cut && { begins_at: Math.max(0, rounded(cut.beginsAt)) }),
    ...(leftOut > 0 && { left_out: leftOut }),
    ...(wanted && { instead_of: linesOf(wanted) ?? 0 }),
  })
}

/** One second above the maximum is tolerated, because durations are rounded. */
const isTooLongForGif = (seconds: number) => seconds > MAX_GIF_SECONDS + 1

type Work = { plan: MergePlan; mux: Mux; opened: OpenedRendition[]; retryHints: RetryHints }

/** Only a changed attempt, or one with other bytes, can succeed where this one failed. */
function afterFailure({ plan, mux, opened, retryHints }: Work, cause: string, stderr: string): Failure {
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
  const isChanged = retryHints.learnReserve(plan, mux.indexReserve, stderr) || readsOther
  const isSame =
    opened.every(({ feed }) => feed.isExact) || retryHints.isRepeated(plan, withoutAddresses(cause))
  return new Failure(isSame && !isChanged ? 'unreadable' : 'merge_failed', { cause })
}

/** ffmpeg cannot read an mp4 from a pipe if its index comes after its media. */
function mustBeSaved({ facts, excerpt }: OpenedRendition, onDisk: boolean): boolean {
  return excerpt !== undefined || facts.isIndexLast || (onDisk && facts.kind === 'mp4')
}

/** Throws `busy` when disk space or memory is short. */
async function saveSource(
  { feed, excerpt }: OpenedRendition,
  file: string,
  needsOutputSpace: boolean,
  room: Room,
  reservations: Release[],
): Promise<void> {
  const copies = needsOutputSpace ? 2 : 1
  const bytes = excerpt ? excerpt.room : feed.size
  const release = room.reserve(bytes === null ? MAX_FILE_BYTES : copies * bytes)
  reservations.push(release)
  await (excerpt ? excerpt.save(file) : save(feed, file))
  // The saved file now counts as used disk space, so its reservation ends.
  release(needsOutputSpace ? (await stat(file)).size : 0)
}

async function stream(attempt: Attempt, work: Work, folder: string, tools: Tools): Promise<string> {
  const { mux, opened } = work
  const file = attempt.file as GrowingFile
  const signal = attempt.working
  const fed = opened.filter((_, index) => mux.inputs[index]?.startsWith('pipe:'))
  const ffmpeg = start(tools.config.FFMPEG, muxArguments(mux), {
    signal,
    // The attempt has an earlier deadline of its own, which normally ends ffmpeg.
    deadline: LONGEST_WORK_MS,
    memory: mux.kbps === undefined && mux.container !== 'gif' ? COPY_MEMORY : TRANSCODE_MEMORY,
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
  attempt.watch = WatchCopy.of(mux, opened, folder, tools, attempt.signal)
  const waitForRoom = async () => {
    while (!file.hasRoom(performance.now())) await sleep(MEASURE_MS, undefined, { signal })
  }
  try {
    const pumps = fed.map((one, index) => {
      const input = ffmpeg.inputs[index]
      const isPaced = one === opened[0]
      return input
        ? pump(one.feed, input, isPaced ? waitForRoom : undefined, attempt.watch?.tees[index])
        : Promise.resolve()
    })
    for (const each of pumps) each.catch((error: unknown) => attempt.stopWork(error))
    const { code, signal: killedBy, stderr } = await ffmpeg.ended
    signal.throwIfAborted()
    if (/No space left/.test(stderr)) throw new Failure('internal', { cause: 'no space left' })
    const absent = missingStream(stderr, mux)
    if (absent) throw new Failure(absent)
    const fault = cutOffSign(stderr)
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
