import { open, type FileHandle } from 'node:fs/promises'
import type { MergePlan, Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { Expected } from '../../media/expected-duration.ts'
import type { Track } from '../../media/media-facts.ts'
import { proveGif } from './gif.ts'
import { proveMatroska } from './matroska.ts'
import { proveMp3 } from './mp3.ts'
import { proveMp4 } from './mp4.ts'

export type RequiredProperties = {
  container: MergePlan['container']
  hasVideo: boolean
  /** `maybe` = video and audio come from one source and it is unknown whether this source has audio. */
  hasAudio: 'yes' | 'no' | 'maybe'
  video: Expected | null
  audio: Expected | null
  /** Set only if the source of the video also contains audio. */
  longest: Expected | null
  indexReserve: number
}

type Stream = Omit<Track, 'duration' | 'fps'> & { duration: number }

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
  switch (container) {
    case 'mp4':
    case 'm4a':
      return (await proveMp4(file, size)).map((track) => ({ ...track, duration: track.duration ?? 0 }))
    case 'webm':
    case 'mkv': {
      const kind = container === 'webm' ? 'webm' : 'matroska'
      const { duration, tracks } = await proveMatroska(file, size, indexReserve, kind)
      return tracks.map((track) => ({ ...track, duration: duration ?? 0 }))
    }
    case 'mp3':
      return [
        { kind: 'audio', codec: 'mp3', width: null, height: null, duration: await proveMp3(file, size) },
      ]
    case 'gif':
      return [{ kind: 'video', codec: 'gif', ...(await proveGif(file, size)) }]
  }
}

function check(streams: Stream[], required: RequiredProperties): Proof {
  const videos = streams.filter((stream) => stream.kind === 'video')
  const audios = streams.filter((stream) => stream.kind === 'audio')
  const audioCounts = { yes: [1], no: [0], maybe: [0, 1] }[required.hasAudio]
  if (videos.length !== Number(required.hasVideo) || !audioCounts.includes(audios.length))
    throw new Error(`streams ${streams.map((stream) => stream.kind).join()}`)
  const [[video], [audio]] = [videos, audios]
  // A WebM or Matroska file stores only one duration: that of its longer stream.
  const isShared = required.container === 'webm' || required.container === 'mkv'
  const longest = Math.max(...streams.map((stream) => stream.duration))
  if (isShared) compare('file', longest, longerOf(required.video, required.audio))
  else {
    if (video) compare('video', video.duration, required.video)
    if (audio) compare('audio', audio.duration, required.audio)
  }
  compare('file', longest, required.longest)
  if (!(longest > 0)) throw new Error('no duration')
  return {
    container: required.container,
    video_codec: video?.codec ?? null,
    audio_codec: audio?.codec ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    duration: Math.round(longest * 1_000) / 1_000,
  }
}

function compare(what: string, seconds: number, expected: Expected | null): void {
  if (!expected) return
  const slack = Math.max(expected.slack, expected.seconds * 0.005)
  if (Math.abs(seconds - expected.seconds) > slack)
    throw new Error(`${what} lasts ${seconds.toFixed(2)} s, its source ${expected.seconds.toFixed(2)} s`)
}

function longerOf(a: Expected | null, b: Expected | null): Expected | null {
  if (!a || !b) return null
  return a.seconds > b.seconds ? a : b
}
