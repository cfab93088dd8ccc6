import { expect, test } from 'vitest'
import { missingStream } from '../../../merger/merge/ffmpeg.ts'

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
