import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Extraction, MergePlan, Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS } from '#contract/limits.ts'
import { stderrTail, start } from '../process/run.ts'
import type { Attempt } from './attempt.ts'
import { fetchCover } from './cover.ts'
import { absence, complaint, muxArguments, type Mux, type Tags } from './ffmpeg.ts'
import { GrowingFile } from './growing-file.ts'
import type { RetryHints } from './retry-hints.ts'
import { openRendition, refresher, resolve, SOURCE_SLACK, type OpenedRendition } from './sources/open.ts'
import type { Tools } from './tools.ts'
import { pump, save } from './sources/pump.ts'
import { cueBytes, guessDuration, indexBytes, settledFrom, type Length } from './index-reserve.ts'
import { verify, type Promised } from './proof/verify.ts'
import type { Expected } from '../media/expected-duration.ts'

const MEASURE_MS = 80
/** Address space, most of which many threads only reserve. */
const FFMPEG_MEMORY = 4 * 1024 ** 3
/** Time for one file: a quarter of an hour, a minute more for each 100 MB, at most four hours. */
const deadlineFor = (bytes: number | null) => Math.min(240, 15 + (bytes ?? 1e9) / 1e8) * 60_000

/** One attempt from its plan to a proven file that waits to be fetched. Throws a Failure. */
export async function merge(attempt: Attempt, folder: string, tools: Tools): Promise<void> {
  const { plan } = attempt.order
  const { extraction, chosen } = await resolve(attempt, plan, tools)
  if ((extraction.duration ?? 0) > MAX_DURATION_SECONDS) throw new Failure('too_big')
  const refresh = refresher(attempt, plan, tools)
  const open = (rendition: Rendition | null, ref: MergePlan['video']) => {
    if (!rendition || !ref) return null
    const wanted = { rendition, refresh: () => refresh(ref), pageDuration: extraction.duration }
    return openRendition({ ...wanted, folder: path.join(folder, ref.kind) }, attempt, tools)
  }
  const isSound = plan.container === 'mp3' || plan.container === 'm4a'
  const [video, audio, cover] = await Promise.all([
    open(chosen.video, plan.video),
    open(chosen.audio, plan.audio),
    isSound ? fetchCover(extraction.thumbnail, folder, attempt, tools) : null,
  ])
  const opened = [video, audio].filter((one) => one !== null)
  attempt.progress.stage = 'downloading'
  attempt.progress.total = sum(opened.map((one) => one.feed.size))
  const inputs = await Promise.all(
    opened.map((one, index) => place(one, path.join(folder, `source-${index}`), tools.retryHints.of(plan).disk)),
  )
  const job = await describe(plan, extraction, { video, audio, cover, inputs }, tools.retryHints)
  job.mux.output = path.join(folder, `file.${plan.container}`)
  attempt.file = new GrowingFile(job.mux.output, settledFrom(job.mux.reserve), attempt.signal, tools.backlog)
  attempt.progress.duration = job.duration
  if (job.mux.kbps !== undefined || plan.container === 'gif') attempt.progress.stage = 'converting'
  await stream(attempt, job.mux, opened, folder, tools)
  attempt.progress.stage = 'finishing'
  const size = await attempt.file.measure()
  const proof = await verify(job.mux.output, job.promised).catch((failure: unknown) => {
    tools.retryHints.learn(plan, job.mux.reserve, '')
    throw failure
  })
  attempt.prove(size, attempt.progress.received, proof)
}

/** What ffmpeg reads: a pipe, or a file where a pipe would not do. */
async function place({ feed, facts }: OpenedRendition, file: string, disk: boolean): Promise<string | null> {
  if (!facts.isIndexLast && !(disk && facts.kind === 'mp4')) return null
  await save(feed, file)
  return file
}

type MergeInputs = { video: OpenedRendition | null; audio: OpenedRendition | null; cover: string | null; inputs: (string | null)[] }
type Job = { mux: Mux; promised: Promised; duration: number | null }

/** What ffmpeg shall do, and what the result must be. */
async function describe(plan: MergePlan, extraction: Extraction, parts: MergeInputs, retryHints: RetryHints): Promise<Job> {
  const { video, audio, cover } = parts
  const { container } = plan
  const hasVideo = plan.video !== null
  const isBoth = video?.rendition.kind === 'both'
  const sound = audio ?? (isBoth ? video : null)
  const isAudioCertain = audio !== null || !hasVideo || Boolean(video?.rendition.acodec ?? video?.facts.audio)
  const pictures = hasVideo ? video : null
  const withSound = sound !== null && container !== 'gif'
  const opened = [video, audio].filter((one) => one !== null)
  const duration = opened[0]?.expected?.seconds ?? extraction.duration
  const length: Length = {
    duration: duration ?? guessDuration(sum(opened.map((one) => one.feed.size))),
    fps: pictures ? Math.max(pictures.rendition.fps ?? pictures.facts.fps ?? 60, pictures.facts.fps ?? 0) : 0,
    packets: withSound ? 50 : 0,
    cover: cover ? (await stat(cover)).size : 0,
  }
  const reserve = Math.max(reserveFor(container, length), retryHints.of(plan).reserve)
  let pipe = 3
  return {
    duration,
    mux: {
      inputs: parts.inputs.map((file) => file ?? `pipe:${pipe++}`),
      video: pictures ? 0 : null,
      audio: withSound ? opened.indexOf(sound) : null,
      isAudioCertain,
      container,
      kbps: container === 'mp3' ? (plan.kbps ?? conversionOf(sound)) : undefined,
      isHevc: /^(hevc|hev1|hvc1)/.test(pictures?.facts.video ?? pictures?.rendition.vcodec ?? ''),
      clock: clockOf(opened),
      reserve,
      tags: tagsOf(extraction),
      cover,
      output: '',
    },
    promised: {
      container,
      hasVideo,
      hasAudio: withSound ? (isAudioCertain ? 'yes' : 'maybe') : 'no',
      video: isBoth ? null : (pictures?.expected ?? null),
      audio: isBoth && hasVideo ? null : sound && lengthOfSound(sound),
      longest: isBoth && hasVideo ? video.expected : null,
      reserve,
    },
  }
}

/**
 * How long a sound must be. One that a complete film lends need not be as long as the film: what its own track says counts, and
 * where nothing does, that all of the film's bytes arrived.
 */
function lengthOfSound({ rendition, facts, feed, expected }: OpenedRendition): Expected | null {
  if (rendition.kind !== 'both') return expected
  if (facts.soundDuration) return { seconds: facts.soundDuration, slack: SOURCE_SLACK }
  return feed.isExact ? null : expected
}

/** A transport stream starts anywhere on a clock of its own; beside another kind of source it says nothing about sync. */
function clockOf(opened: OpenedRendition[]): Mux['clock'] {
  // A clock that jumps can only be straightened where its times need not be kept.
  if (opened.some((one) => one.hasJumps)) return 'own'
  const known = opened.map((one) => one.facts.start).filter((at) => at !== null)
  if (known.length > 0 && known.length < opened.length) return 'own'
  return known.length > 0 && Math.min(...known) <= 0.1 ? 'kept' : 'moved'
}

/** Sound that is no MP3 yet cannot be copied into one. */
function conversionOf(sound: OpenedRendition | null): number | undefined {
  const codec = sound?.facts.audio ?? sound?.rendition.acodec ?? sound?.rendition.container
  return codec?.startsWith('mp3') || codec === 'mp4a.6b' ? undefined : 192
}

function reserveFor(container: MergePlan['container'], length: Length): number {
  if (container === 'mp4' || container === 'm4a') return indexBytes(length)
  if (container === 'webm' || container === 'mkv') return cueBytes(length)
  // The tags and the information frame of an MP3 stand at its front.
  return 65_536 + length.cover
}

/** Runs ffmpeg between the sources and the file, until both have ended well. */
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
    deadline: deadlineFor(attempt.progress.total),
    memory: FFMPEG_MEMORY,
    cwd: folder,
    inputs: fed.length,
  })
  ffmpeg.stdout.setEncoding('utf8').on('data', (text: string) => {
    const micros = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
    if (micros) attempt.progress.written = Number(micros) / 1e6
  })
  const measuring = setInterval(
    () => void file.measure().catch((error: unknown) => attempt.giveUp(error)),
    MEASURE_MS,
  )
  const room = async () => {
    while (!file.hasRoom(performance.now())) await sleep(MEASURE_MS, undefined, { signal })
  }
  try {
    const pumps = fed.map((one, index) => {
      const input = ffmpeg.inputs[index]
      const isBounded = one === opened[0]
      return input ? pump(one.feed, input, isBounded ? room : undefined) : Promise.resolve()
    })
    for (const each of pumps) each.catch((error: unknown) => attempt.giveUp(error))
    const { code, signal: killedBy, stderr } = await ffmpeg.ended
    if (/No space left/.test(stderr)) throw new Failure('internal', { cause: 'no space left' })
    const absent = absence(stderr)
    if (absent) throw new Failure(absent)
    const wrong = complaint(stderr, mux.kbps === undefined)
    if (code !== 0 || wrong) {
      // What a kill interrupts says nothing about the plan.
      if (code !== null) retryHints.learn(attempt.order.plan, mux.reserve, stderr)
      throw new Failure('merge_failed', {
        cause: wrong ?? `${killedBy ?? code}: ${stderrTail(stderr)}`,
      })
    }
    await Promise.all(pumps)
  } finally {
    clearInterval(measuring)
  }
}

function tagsOf(extraction: Extraction): Tags {
  const { title, uploader, series, date, season_number: season, episode_number: episode } = extraction
  const said = {
    title,
    artist: uploader,
    album: series,
    show: series,
    date,
    season_number: season,
    episode_sort: episode,
    disc: season,
    track: episode,
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, text]) => {
      // Control characters never belong into a tag, and a NUL may not stand in an argument at all.
      const clean = String(text ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 500)
        .toWellFormed()
      return clean ? [[name, clean]] : []
    }),
  )
}

function sum(sizes: (number | null)[]): number | null {
  return sizes.reduce<number | null>(
    (total, size) => (total === null || size === null ? null : total + size),
    0,
  )
}
