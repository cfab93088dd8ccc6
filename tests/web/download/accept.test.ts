import { expect, test } from 'vitest'
import { failures } from '#contract/failure.ts'
import { acceptFor } from '../../../web/download/form/accept.ts'
import { green, hostile } from '../brands.ts'

test('the form accepts a link inside a message', () => {
  expect(acceptFor(green, 'see https://vimeo.com/123456789 !')).toMatchObject({ ok: true })
})

test('the form refuses blank text, text without a link, and disabled platforms with different messages', () => {
  expect(acceptFor(green, '  ')).toEqual({ ok: false, message: 'Please enter a video URL' })
  expect(acceptFor(green, 'hello')).toEqual({ ok: false, message: failures.bad_link.text })
  expect(acceptFor(hostile, 'https://www.tiktok.com/@a/video/7106594312292453675')).toMatchObject({
    ok: false,
    message: expect.stringContaining('doesn’t take TikTok links'),
  })
})
