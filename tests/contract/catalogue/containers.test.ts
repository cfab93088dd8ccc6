import { describe, expect, test } from 'vitest'
import { audioContainer, videoContainer } from '#contract/catalogue/containers.ts'

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

describe('the container of a merged file', () => {
  test('makes an MP4 where both codecs fit', () => {
    for (const video of MP4_VIDEO)
      for (const audio of MP4_AUDIO)
        expect(videoContainer(known(video), known(audio)), `${video} ${audio}`).toBe('mp4')
  })

  test('makes a WebM where both codecs fit only there', () => {
    for (const video of WEBM_VIDEO)
      for (const audio of WEBM_AUDIO)
        expect(videoContainer(known(video), known(audio)), `${video} ${audio}`).toBe('webm')
  })

  test('makes a Matroska file where nothing else fits', () => {
    for (const [video, audio] of [
      ['hvc1', 'vorbis'],
      ['vp8', 'ec-3'],
      ['vp9', 'flac'],
      ['theora', 'vorbis'],
      ['avc1', 'flac'],
    ] as const)
      expect(videoContainer(known(video), known(audio)), `${video} ${audio}`).toBe('mkv')
  })

  test('makes an MP4 of a pair that is registered for it', () => {
    for (const [video, audio] of [
      ['avc1', 'opus'],
      ['vp9', 'mp4a'],
      ['hvc1', 'alac'],
    ] as const)
      expect(videoContainer(known(video), known(audio)), `${video} ${audio}`).toBe('mp4')
  })

  test('keeps the MP4 in which the site serves both tracks', () => {
    const served = (codec: string, container: string) => ({ container, codec })
    expect(videoContainer(served('vp9', 'mp4'), served('opus', 'm4a'))).toBe('mp4')
    expect(videoContainer(served('vp9', 'webm'), served('opus', 'm4a'))).toBe('webm')
    expect(videoContainer(served('vp9', 'mp4'), served('opus', 'webm'))).toBe('webm')
  })

  test('keeps AV1 without audio in the container of its source', () => {
    expect(videoContainer(known('avc1'), null)).toBe('mp4')
    expect(videoContainer(known('vp9'), null)).toBe('webm')
    expect(videoContainer(known('theora'), null)).toBe('mkv')
    expect(videoContainer({ container: 'webm', codec: 'av01' }, null)).toBe('webm')
    expect(videoContainer({ container: 'mp4', codec: 'av01' }, null)).toBe('mp4')
    expect(videoContainer({ container: 'webm', codec: 'av01' }, known('mp4a'))).toBe('mp4')
    expect(videoContainer({ container: 'webm', codec: 'avc1' }, null)).toBe('mp4')
  })

  test("goes by the source's container for an unknown codec", () => {
    for (const container of LIKE_MP4) {
      expect(videoContainer(unknown(container), known('mp4a')), container).toBe('mp4')
      expect(videoContainer(known('avc1'), unknown(container)), container).toBe('mp4')
    }
    expect(videoContainer(unknown('webm'), known('opus'))).toBe('webm')
    for (const container of LIKE_WEBM)
      expect(videoContainer(known('vp9'), unknown(container)), container).toBe('webm')
    for (const container of ['xmp4', 'mp4x', 'avi']) {
      expect(videoContainer(unknown(container), known('mp4a')), container).toBe('mkv')
      expect(videoContainer(known('avc1'), unknown(container)), container).toBe('mkv')
    }
    for (const container of ['xogg', 'oggx', 'wav'])
      expect(videoContainer(known('vp9'), unknown(container)), container).toBe('mkv')
    // If the codec is known, the container of the source is ignored.
    expect(videoContainer({ container: 'mp4', codec: 'vp9' }, known('opus'))).toBe('webm')
    expect(videoContainer({ container: 'webm', codec: 'theora' }, known('opus'))).toBe('mkv')
    expect(videoContainer(known('avc1'), { container: 'm4a', codec: 'vorbis' })).toBe('mkv')
    expect(videoContainer(known('vp9'), { container: 'webm', codec: 'flac' })).toBe('mkv')
  })
})

describe('the container of copied audio', () => {
  test('copies audio into MP3 or M4A where it fits', () => {
    expect(audioContainer(known('mp3'))).toBe('mp3')
    expect(audioContainer(unknown('mp3'))).toBe('mp3')
    expect(audioContainer({ container: 'mp3', codec: 'mp4a' })).toBe('m4a')
    for (const codec of ['mp4a', 'ac-3', 'ec-3']) expect(audioContainer(known(codec)), codec).toBe('m4a')
    for (const container of LIKE_MP4.filter((one) => one !== 'mp3'))
      expect(audioContainer(unknown(container)), container).toBe('m4a')
  })

  test('copies other audio into WebM or Matroska', () => {
    for (const codec of WEBM_AUDIO) expect(audioContainer(known(codec)), codec).toBe('webm')
    expect(audioContainer({ container: 'm4a', codec: 'opus' })).toBe('webm')
    for (const codec of ['dts', 'truehd']) expect(audioContainer(known(codec)), codec).toBe('mkv')
    for (const container of ['webm', 'opus', 'ogg'])
      expect(audioContainer(unknown(container)), container).toBe('webm')
  })

  test('copies lossless audio into the file of its own', () => {
    for (const track of [known('flac'), unknown('flac')]) expect(audioContainer(track)).toBe('flac')
    for (const track of [known('pcm_s16le'), unknown('wav')]) expect(audioContainer(track)).toBe('wav')
  })
})
