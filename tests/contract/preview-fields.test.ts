import { expect, test } from 'vitest'
import { sharedFields } from '#contract/preview-fields.ts'

test('a short link keeps all fields but the times that were asked for', () => {
  expect(sharedFields).toEqual(
    'title filename is_audio resolution filesize bitrate source_url item clip subtitles'.split(' '),
  )
})
