import { open, type FileHandle } from 'node:fs/promises'
import type { Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { Expected } from '#media/expected-duration.ts'
import type { Track } from '#media/media-facts.ts'
import type { MediaContainer } from '../ffmpeg.ts'
import { proveGif } from './gif.ts'
import { proveFlac, proveWave } from './lossless.ts'
import { BEYOND_RESERVE, proveMatroska } from './matroska.ts'
import { proveMp3 } from './mp3.ts'
import { proveMp4 } from './mp4.ts'
import { proveOpus } from './ogg.ts'

export type RequiredProperties = {
  container: MediaContainer
  hasVideo: boolean
  /** `maybe` = video and audio come from one source and it is unknown whether this source has audio. */
  hasAudio: 'yes' | 'no' | 'maybe'
  video: Expected | null
  audio: Expected | null
  /** A second track of sound. */
  second?: Expected | null
  hasSecond?: boolean
  /** Set only if the source of the video also contains audio. */
  longest: Expected | null
  /** Video and audio come from two sources, so their lengths have to match. */
  isPair: boolean
  /** Seconds that the sound of a pair begins after its picture; null or absent: unknown. */
  soundBegins?: number | null
  /** The sound of a clip may begin later than its picture. */
  isClip?: boolean
  /** The duration on the page of a video in seconds; null if a part of the video was ordered. */
  pageSeconds: number | null
  indexReserve: number
  /** Their languages in ISO 639-2; absent or empty if the file should have none. */
  subtitles?: string[]
}

type Stream = Omit<Track, 'duration' | 'fps'> & { duration: number; delay?: number }

export async function verify(path: string, required: RequiredProperties): Promise<Proof> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return check(await streamsOf(file, size, required), required)
  } catch (cause) {
    throw Failure.from(cause, 'merge_failed')
  } finally {
    await file.close()
  }
}

async function streamsOf(
  file: FileHandle,
  size: number,
  { container, indexReserve }: RequiredProperties,
): Promise<Stream[]> {
  // The reserve has room for the tags and the cover.
  const headBytes = Math.min(size, indexReserve + BEYOND_RESERVE)
  switch (container) {
    case 'mp4':
    case 'm4a':
      return (await proveMp4(file, size)).map((track) => ({ ...track, duration: track.duration ?? 0 }))
    case 'webm':
    case 'mkv': {
      const kind = container === 'webm' ? 'webm' : 'matroska'
      const { tracks } = await proveMatroska(file, size, indexReserve, kind)
      return tracks.map((track) => ({ ...track, duration: track.duration ?? 0 }))
    }
    case 'mp3':
      return [soundOf('mp3', await proveMp3(file, size))]
    case 'opus':
      return [soundOf('opus', await proveOpus(file, size, headBytes))]
    case 'flac':
      return [soundOf('flac', await proveFlac(file, size, headBytes))]
    case 'wav':
      return [soundOf('pcm', await proveWave(file, size, headBytes))]
    case 'gif':
      return [{ kind: 'video', codec: 'gif', ...(await proveGif(file, size)) }]
  }
}

const soundOf = (codec: string, duration: number): Stream => ({
  kind: 'audio',
  codec,
  width: null,
  height: null,
  duration,
})

/** The sample entry of MP4 text, and the codec ids of WebVTT in WebM and Matroska. */
const isSubtitle = ({ kind, codec }: Stream) => kind === 'other' && /^tx3g$|webvtt/i.test(codec)

function check(all: Stream[], required: RequiredProperties): Proof {
  const streams = all.filter((stream) => !isSubtitle(stream))
  const videos = streams.filter((stream) => stream.kind === 'video')
  const audios = streams.filter((stream) => stream.kind === 'audio')
  const audioCounts = { yes: [required.hasSecond ? 2 : 1], no: [0], maybe: [0, 1] }[required.hasAudio]
  if (videos.length !== Number(required.hasVideo) || !audioCounts.includes(audios.length))
    throw new Error(`streams ${streams.map((stream) => stream.kind).join()}`)
  const [[video], [audio, second]] = [videos, audios]
  const longest = Math.max(...streams.map((stream) => stream.duration))
  const lengthOf = ({ duration, delay = 0 }: Stream) => duration + (required.isClip ? delay : 0)
  if (video) compare('video', lengthOf(video), required.video)
  if (audio) compare('audio', lengthOf(audio), required.audio)
  if (second) compare('second sound', lengthOf(second), required.second ?? null)
  compare('file', longest, required.longest)
  if (video && audio && required.isPair) compareStarts(video, audio, required.soundBegins ?? null)
  const texts = required.subtitles ?? []
  const held = all.length - streams.length
  // A part of a film may have none of its texts.
  if (held > 0 && held < texts.length) throw new Error(`${held} of ${texts.length} subtitles`)
  if (!(longest > 0)) throw new Error('no duration')
  refusePart(streams, longest, required)
  return {
    container: required.container,
    video_codec: video?.codec ?? null,
    audio_codec: audio?.codec ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    duration: Math.round(longest * 1_000) / 1_000,
    ...(texts.length > 0 && held > 0 && { subtitles: texts.join() }),
  }
}

function compare(what: string, seconds: number, expected: Expected | null): void {
  if (!expected) return
  const slack = Math.max(expected.slack, expected.seconds * 0.005)
  const most = Math.max(expected.seconds, expected.atMost ?? 0)
  if (seconds < expected.seconds - slack || seconds > most + slack)
    throw new Error(`${what} lasts ${seconds.toFixed(2)} s, its source ${expected.seconds.toFixed(2)} s`)
}

/** Seconds. */
const START_SLACK = 0.5

/** Only MP4 states how long a track waits. Matroska counts that into its length. */
function compareStarts(video: Stream, audio: Stream, expected: number | null): void {
  if (expected === null || video.delay === undefined || audio.delay === undefined) return
  const begins = audio.delay - video.delay
  if (Math.abs(begins - expected) > START_SLACK)
    throw new Error(`sound begins at ${begins.toFixed(2)} s, its source at ${expected.toFixed(2)} s`)
}

/**
 * Sound often ends shortly before its picture, and pages round. Beyond these shares, something is missing.
 */
const PAIR_SLACK = 0.02
const PAGE_SLACK = 0.1
const LEAST_SLACK_SECONDS = 2

function refusePart(streams: Stream[], longest: number, { isPair, pageSeconds }: RequiredProperties): void {
  const shortest = Math.min(...streams.map((stream) => stream.duration))
  const isShort = (seconds: number, whole: number, share: number) =>
    seconds < whole - Math.max(LEAST_SLACK_SECONDS, whole * share)
  const lasting = streams.map(({ kind, duration }) => `${kind} of ${duration.toFixed(2)} s`).join(', ')
  if (isPair && isShort(shortest, longest, PAIR_SLACK)) throw new Failure('in_parts', { cause: lasting })
  if (pageSeconds !== null && isShort(longest, pageSeconds, PAGE_SLACK))
    throw new Failure('in_parts', { cause: `${lasting}; ${pageSeconds} s on the page` })
}
