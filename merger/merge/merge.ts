import path from 'node:path'
import { causeText } from '#contract/cause-text.ts'
import { rounded } from '#contract/clip.ts'
import type { Rendition, Subtitle } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { choicesText, MAX_CHOICES } from '#contract/subtitles/choice.ts'
import { linesOf } from '#contract/lines.ts'
import { MAX_DURATION_SECONDS } from '#contract/limits.ts'
import { isEncrypted } from '#media/media-facts.ts'
import { disableText, shortenIndex } from '#media/mp4/change.ts'
import { trackInFile } from '#media/subtitles/in-file/in-file.ts'
import type { Release, Room } from '../process/room.ts'
import type { Attempt } from './attempt.ts'
import { writeChapters } from './chapters.ts'
import { makeCoverFile } from './cover-file.ts'
import { coverLink, fetchCover, holdsCover, ownCover } from './cover.ts'
import { clocksOf } from './clocks.ts'
import { cutSources, insideOf, withSoundOf } from './clip/clip.ts'
import type { Cut } from './clip/cut.ts'
import { workDeadline } from './deadline.ts'
import { GrowingFile } from './growing-file.ts'
import { firstFinalByte } from './index-reserve.ts'
import { jobOf, sum } from './job.ts'
import { editIndex } from './mp4-index.ts'
import { afterFailure, isTooLongForGif, muxFile, type Work } from './mux-file.ts'
import { verify } from './proof/verify.ts'
import { saveSources } from './saved-sources.ts'
import { refresher, resolve } from './resolve.ts'
import { openRendition } from './sources/open.ts'
import { RunClock } from './sources/run-clock.ts'
import { openJoinable } from './sources/variants.ts'
import { fetchSubtitles } from './subtitles/fetch-subtitles.ts'
import { writeCues } from './subtitles/write-cues.ts'
import type { Tools } from './tools.ts'

type Run = { attempt: Attempt; folder: string; tools: Tools; reserve: Room['reserve'] }
type Item = Awaited<ReturnType<typeof resolve>>
type Sources = Awaited<ReturnType<typeof openSources>>

export async function merge(attempt: Attempt, folder: string, tools: Tools): Promise<void> {
  const reservations: Release[] = []
  const reserve = (bytes: number) => {
    const release = tools.workDir.room.reserve(bytes)
    reservations.push(release)
    return release
  }
  try {
    await makeFile({ attempt, folder, tools, reserve })
  } finally {
    for (const release of reservations) release()
  }
}

async function makeFile(run: Run): Promise<void> {
  const { attempt, tools } = run
  const { plan } = attempt.order
  const { workDeadline: deadline = workDeadline } = tools
  attempt.limitWork(deadline(null, null))
  const item = await resolve(attempt, plan, tools)
  const { duration } = item.extraction
  if ((duration ?? 0) > MAX_DURATION_SECONDS) throw new Failure('too_big')
  if (plan.container === 'jpg') return await makeCoverFile(attempt, item.extraction, run.folder, tools)
  const sources = await openSources(run, item)
  const { opened } = sources
  attempt.progress.stage = 'downloading'
  attempt.progress.total = sum(opened.map(({ excerpt, feed }) => (excerpt ? excerpt.bytes : feed.size)))
  attempt.limitWork(deadline(attempt.progress.total, opened[0]?.expected?.seconds ?? duration))
  const { job, cut, lostTexts } = await prepareJob(run, item, sources)
  if (job.mux.encoding !== null || plan.container === 'gif') attempt.progress.stage = 'converting'
  const work: Work = { plan, mux: job.mux, opened, retryHints: tools.retryHints }
  const file = new GrowingFile(
    job.mux.output,
    firstFinalByte(job.mux.indexReserve),
    attempt.signal,
    tools.backlog,
  )
  attempt.file = file
  const stderr = await muxFile(run, work, file)
  attempt.progress.stage = 'finishing'
  const size = await file.measure()
  if (job.mux.subtitles.length > 0 && plan.container === 'mp4') await editIndex(job.mux.output, disableText)
  if (cut && (plan.container === 'mp4' || plan.container === 'm4a'))
    await editIndex(job.mux.output, (index) => shortenIndex(index, cut.end - cut.beginsAt))
  const proof = await verify(job.mux.output, job.required).catch((cause: unknown) => {
    const failure = Failure.from(cause)
    throw failure.code === 'merge_failed' ? afterFailure(work, causeText(failure.cause), stderr) : failure
  })
  attempt.succeed(size, attempt.progress.received, {
    ...proof,
    ...differencesOf(item, sources, cut),
    ...(lostTexts.length > 0 && { subtitles_left_out: choicesText(lostTexts) }),
  })
}

async function openSources({ attempt, folder, tools }: Run, item: Item) {
  const { extraction, chosen } = item
  const { plan } = attempt.order
  const refresh = refresher(attempt, plan, tools)
  const clock = new RunClock(chosen.video, chosen.audio)
  const { onDisk: needsWhole } = tools.retryHints.of(plan)
  const open = async (rendition: Rendition, ref: RenditionRef, clip: MergePlan['clip'], name: string) => {
    const pageDuration = extraction.duration
    const wanted = { rendition, clock, refresh: () => refresh(ref), pageDuration, clip, needsWhole }
    return openRendition({ ...wanted, folder: path.join(folder, name) }, attempt, tools)
  }
  const openAny = async (
    rendition: Rendition | null,
    ref: MergePlan['video'],
    clip = plan.clip,
    name?: string,
  ) =>
    rendition &&
    ref &&
    openJoinable(rendition, ref, extraction.renditions, (one, own) => open(one, own, clip, name ?? own.kind))
  const { dispatcher } = tools.egress.through(chosen.video?.exit)
  const wantedCover = coverLink(plan, extraction)
  const wantedTexts = plan.video && plan.container !== 'gif' ? textsFor(plan, item) : []
  const opening = openAny(chosen.video, plan.video)
  const openSound = async (rendition: Rendition | null, ref: MergePlan['audio'], name?: string) =>
    plan.clip
      ? openAny(rendition, ref, withSoundOf(await opening, plan.clip), name)
      : openAny(rendition, ref, undefined, name)
  const [video, sound, second, siteCover, subtitles] = await Promise.all([
    opening,
    openSound(chosen.audio, plan.audio),
    openSound(chosen.second, plan.second_audio ?? null, 'second'),
    fetchCover(wantedCover, folder, attempt, tools),
    fetchSubtitles(extraction.subtitles, wantedTexts, attempt, dispatcher),
  ])
  const own = holdsCover(plan) && sound ? await ownCover(sound, folder, attempt, tools) : null
  const audio = own?.source ?? sound
  const opened = [video, audio, second].filter((one) => one !== null)
  if (opened.some(({ facts }) => isEncrypted(facts))) throw new Failure('drm')
  const cover = own?.cover ?? siteCover
  return {
    video,
    audio,
    second,
    opened,
    cover,
    isCoverLost: wantedCover !== null && cover === null,
    wantedTexts,
    subtitles,
  }
}

async function prepareJob(run: Run, { extraction }: Item, { opened, ...sources }: Sources) {
  const { attempt, folder, tools, reserve } = run
  const { plan } = attempt.order
  const clip = plan.clip && insideOf(plan.clip, opened)
  const { onDisk } = tools.retryHints.of(plan)
  const inputs = await saveSources(opened, { onDisk, isClip: clip !== undefined, folder, reserve })
  const chapters = await writeChapters(extraction.chapters, extraction.duration, folder, clip?.end)
  const { mode, shifts } = clocksOf(opened)
  const isShared = mode !== 'separate' && shifts.every((shift) => shift === shifts[0])
  const cut = clip && (await cutSources(clip, opened, inputs, { attempt, folder, tools }, isShared))
  const whole = opened[0]?.expected?.seconds ?? extraction.duration
  const span = cut
    ? { start: cut.beginsAt, end: cut.end, whole }
    : { start: 0, end: whole ?? Infinity, whole }
  const subtitles = await writeCues(sources.subtitles, span, plan.container, folder)
  const job = await jobOf(
    plan,
    extraction,
    { ...sources, subtitles, chapters, inputs, cut },
    tools.retryHints,
  )
  if (plan.container === 'gif' && isTooLongForGif(job.duration ?? 0)) throw new Failure('too_big')
  job.mux.output = path.join(folder, `file.${plan.container}`)
  attempt.progress.duration = job.duration
  const held = job.mux.subtitles.map(({ choice }) => choice)
  const read = sources.subtitles.map(({ choice }) => choice)
  // One that has no text in a part of its film is read, and not in the file.
  const placed = held.length > 0 || subtitles.length === 0 ? read : []
  const lostTexts = sources.wantedTexts.filter((one) => !placed.includes(one))
  return { job, cut, lostTexts }
}

/** A part of a film keeps the texts that the film holds. */
function textsFor({ subtitles, more_subtitles: more = [], clip }: MergePlan, { extraction, chosen }: Item) {
  if (subtitles) return [subtitles, ...more]
  const isHeld = ({ url, track }: Subtitle) => url === chosen.video?.url && trackInFile(track) !== null
  return clip ? extraction.subtitles.filter(isHeld).slice(0, MAX_CHOICES) : []
}

/** What the visitor gets otherwise than asked for. */
function differencesOf({ chosen }: Item, { video, opened, isCoverLost }: Sources, cut: Cut | undefined) {
  const leftOut = Math.round(opened[0]?.leftOut ?? 0)
  const wanted = video && video.rendition.height !== chosen.video?.height ? chosen.video : null
  return {
    ...(cut && { begins_at: Math.max(0, rounded(cut.beginsAt)) }),
    ...(leftOut > 0 && { left_out: leftOut }),
    ...(isCoverLost && { cover_left_out: true }),
    ...(wanted && { instead_of: linesOf(wanted) ?? 0 }),
  }
}
