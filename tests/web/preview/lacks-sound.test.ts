import { expect, test } from 'vitest'
import { lacksSound } from '../../../web/preview/lacks-sound.ts'

/** As Chromium and Safari answer. */
const chromium = (type: string) => /mp4a|opus/.test(type)
const safari = (type: string) => /mp4a|opus|[ae]c-3|alac/.test(type)

test.each([
  ['aac', false, false],
  ['opus', false, false],
  ['ac3', true, false],
  ['eac3', true, false],
  ['alac', true, false],
  ['dts', true, true],
  ['truehd', true, true],
  // No browser names it, and yet some play it.
  ['pcm_s16le', false, false],
  [null, false, false],
])('knows who cannot play %s', (codec, byChromium, bySafari) => {
  expect(lacksSound(codec, chromium)).toBe(byChromium)
  expect(lacksSound(codec, safari)).toBe(bySafari)
})
