import { expect, test } from 'vitest'
import { mayNeedSeeking, missingPartSign, missingStream } from '../../../merger/merge/verdict.ts'

const sound = { video: null, audio: 0, isAudioCertain: true }
const picture = { video: 0, audio: null, isAudioCertain: true }
const remux = { video: 0, audio: 0, isAudioCertain: false }
const merge = { video: 0, audio: 1, isAudioCertain: true }

test.each([
  ['of audio', sound, "Stream map '0:a:0' matches no streams.", 'no_sound'],
  ['of audio by ffmpeg 7.1', sound, "Stream map '' matches no streams.", 'no_sound'],
  ['of video', picture, "Stream map '0:V:0' matches no streams.", 'no_picture'],
  ['of video by ffmpeg 7.1', picture, "Stream map '' matches no streams.", 'no_picture'],
  ['of video with optional audio by ffmpeg 7.1', remux, "Stream map '' matches no streams.", 'no_picture'],
  ['of video and audio', merge, "Stream map '1:a:0' matches no streams.", 'no_sound'],
  ['of video and audio by ffmpeg 7.1', merge, "Stream map '' matches no streams.", undefined],
  ['of audio, which failed for another reason', sound, 'Invalid data found', undefined],
])('missingStream names an identified stream (output %s)', (_, mux, stderr, code) => {
  expect(missingStream(`[fatal] ${stderr}`, mux)).toBe(code)
})

test.each([
  ['an error in data', '[error] pipe:3: Invalid data found when processing input', true],
  ['a sample before the end', '[mov,mp4 @ 0x5] [error] stream 0, offset 0x3e7: partial file', true],
  ['a sample behind the end', '[mov,mp4 @ 0x5] [error] stream 0, offset 0x3e8: partial file', false],
  ['a codec that the container refuses', '[error] Could not write header', false],
])('mayNeedSeeking judges %s', (_, stderr, expected) => {
  expect(mayNeedSeeking(stderr, 1_000)).toBe(expected)
})

test.each([
  ['a source that ends too early', '[matroska,webm @ 0x5] [error] File ended prematurely at pos. 9', true],
  ['a tag with the words of ffmpeg', '[mp3 @ 0x5] [error] title: stream 0, offset 0x1: partial file', false],
  [
    'a part that the decoder lacks',
    '[error] Error while decoding stream #0:2: Not yet implemented in FFmpeg, patches welcome',
    true,
  ],
  [
    'such a part in ffmpeg 7.1',
    '[aist#0:2/wmavoice @ 0x5] [dec:wmavoice @ 0x6] [error] Error submitting packet to decoder: Not yet implemented in FFmpeg, patches welcome',
    true,
  ],
  [
    'a damaged packet of the source itself',
    '[error] Error while decoding stream #0:0: Invalid data found when processing input',
    false,
  ],
])('missingPartSign judges %s', (_, stderr, isMissing) => {
  expect(missingPartSign(stderr) !== undefined).toBe(isMissing)
})
