import { describe, expect, test } from 'vitest'
import { audioContainer, containerOf } from '../../../edge/formats/containers.ts'

const MP4_VIDEO = ['avc1', 'hvc1', 'av01']
const MP4_AUDIO = ['mp4a', 'mp3', 'ac-3', 'ec-3']
const WEBM_VIDEO = ['vp8', 'vp9', 'av01']
const WEBM_AUDIO = ['opus', 'vorbis']
/** If a track of unknown codec is in one of these containers, it probably fits into MP4. */
const LIKE_MP4 = ['mp4', 'm4v', 'm4a', 'mov', 'ts', '3gp', 'aac', 'mp3', 'm3u8', 'flv']
/** If audio of unknown codec is in one of these containers, it probably fits into WebM. */
const LIKE_WEBM = ['webm', 'weba', 'opus', 'ogg', 'oga']

/** Returns a track with a known codec. The container `bin` occurs in no rule, so only the codec counts. */
const known = (codec: string) => ({ container: 'bin', codec })
const unknown = (container: string) => ({ container, codec: null })

describe('the container of a merged file depends on the codecs and the original containers of its tracks', () => {
  test('if the codecs of video and audio fit into MP4, the merge makes an MP4', () => {
    for (const video of MP4_VIDEO)
      for (const audio of MP4_AUDIO)
        expect(containerOf(known(video), known(audio)), `${video} ${audio}`).toBe('mp4')
  })

  test('if the codecs of video and audio fit into WebM but not both into MP4, the merge makes a WebM', () => {
    for (const video of WEBM_VIDEO)
      for (const audio of WEBM_AUDIO)
        expect(containerOf(known(video), known(audio)), `${video} ${audio}`).toBe('webm')
  })

  test('if neither MP4 nor WebM can hold both codecs, the merge makes a Matroska file', () => {
    for (const [video, audio] of [
      ['avc1', 'opus'],
      ['hvc1', 'vorbis'],
      ['vp9', 'mp4a'],
      ['vp8', 'ec-3'],
      ['theora', 'vorbis'],
      ['avc1', 'flac'],
    ] as const)
      expect(containerOf(known(video), known(audio)), `${video} ${audio}`).toBe('mkv')
  })

  test('a video without audio gets the usual container of its codec, but AV1 stays in the container of its source', () => {
    expect(containerOf(known('avc1'), null)).toBe('mp4')
    expect(containerOf(known('vp9'), null)).toBe('webm')
    expect(containerOf(known('theora'), null)).toBe('mkv')
    expect(containerOf({ container: 'webm', codec: 'av01' }, null)).toBe('webm')
    expect(containerOf({ container: 'mp4', codec: 'av01' }, null)).toBe('mp4')
    expect(containerOf({ container: 'webm', codec: 'av01' }, known('mp4a'))).toBe('mp4')
    expect(containerOf({ container: 'webm', codec: 'avc1' }, null)).toBe('mp4')
  })

  test('if the codec of a track is unknown, the container of its source decides whether the track fits into MP4 or WebM', () => {
    for (const container of LIKE_MP4) {
      expect(containerOf(unknown(container), known('mp4a')), container).toBe('mp4')
      expect(containerOf(known('avc1'), unknown(container)), container).toBe('mp4')
    }
    expect(containerOf(unknown('webm'), known('opus'))).toBe('webm')
    for (const container of LIKE_WEBM)
      expect(containerOf(known('vp9'), unknown(container)), container).toBe('webm')
    for (const container of ['xmp4', 'mp4x', 'avi']) {
      expect(containerOf(unknown(container), known('mp4a')), container).toBe('mkv')
      expect(containerOf(known('avc1'), unknown(container)), container).toBe('mkv')
    }
    for (const container of ['xogg', 'oggx', 'wav'])
      expect(containerOf(known('vp9'), unknown(container)), container).toBe('mkv')
    // If the codec is known, the container of the source is ignored.
    expect(containerOf({ container: 'mp4', codec: 'vp9' }, known('opus'))).toBe('webm')
    expect(containerOf({ container: 'webm', codec: 'theora' }, known('opus'))).toBe('mkv')
    expect(containerOf(known('avc1'), { container: 'm4a', codec: 'opus' })).toBe('mkv')
    expect(containerOf(known('vp9'), { container: 'webm', codec: 'flac' })).toBe('mkv')
  })
})

describe('the container of copied audio depends on the audio codec, or on the original container if the codec is unknown', () => {
  test('MP3 audio is copied into an MP3 file; other audio is copied into an M4A file if it fits into MP4', () => {
    expect(audioContainer(known('mp3'))).toBe('mp3')
    expect(audioContainer(unknown('mp3'))).toBe('mp3')
    expect(audioContainer({ container: 'mp3', codec: 'mp4a' })).toBe('m4a')
    for (const codec of ['mp4a', 'ac-3', 'ec-3']) expect(audioContainer(known(codec)), codec).toBe('m4a')
    for (const container of LIKE_MP4.filter((one) => one !== 'mp3'))
      expect(audioContainer(unknown(container)), container).toBe('m4a')
  })

  test('audio that does not fit into MP4 is copied into WebM if it has a WebM codec, otherwise into Matroska', () => {
    for (const codec of WEBM_AUDIO) expect(audioContainer(known(codec)), codec).toBe('webm')
    expect(audioContainer({ container: 'm4a', codec: 'opus' })).toBe('webm')
    for (const codec of ['flac', 'pcm']) expect(audioContainer(known(codec)), codec).toBe('mkv')
    for (const container of ['webm', 'wav']) expect(audioContainer(unknown(container)), container).toBe('mkv')
  })
})
