import { expect, test } from 'vitest'
import { expiryOf } from '../../../../merger/extract/renditions/expiry.ts'

const policy = Buffer.from('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1763640000}}}]}')
  .toString('base64')
  .replaceAll('=', '_')

test.each([
  ['https://rr1.googlevideo.com/videoplayback?expire=1763640000&id=x', 1_763_640_000],
  [
    'https://manifest.googlevideo.com/api/manifest/hls_playlist/expire/1763640000/ei/x/index.m3u8',
    1_763_640_000,
  ],
  ['https://scontent.cdninstagram.com/v/x.mp4?oh=1&oe=691F0AC0', 0x691f0ac0],
  [
    'https://bucket.example/x.mp3?X-Amz-Date=20251120T120000Z&X-Amz-Expires=3600',
    Date.UTC(2025, 10, 20, 13) / 1_000,
  ],
  [`https://cf-media.sndcdn.com/x.mp3?Policy=${policy}&Signature=y`, 1_763_640_000],
  ['https://vod.example/exp=1763640000~acl=%2Fx%2F*~hmac=1/x.mp4', 1_763_640_000],
  ['https://v16.tiktokcdn.com/x/?x-expires=1763640000', 1_763_640_000],
  ['https://upos.example/x.m4s?deadline=1763640000&e=abc', 1_763_640_000],
  ['https://s3.example/x.mp4?AWSAccessKeyId=1&Expires=1763640000', 1_763_640_000],
])('expiryOf reads the expiry time from the link %s', (link, seconds) =>
  expect(expiryOf(link)).toBe(seconds * 1_000),
)

test('expiryOf returns the earliest of several times', () => {
  expect(expiryOf('https://a.example/x?expire=1763640000&Expires=1763630000')).toBe(1_763_630_000_000)
})

test.each([
  'https://cdn.example/a.mp4',
  'https://cdn.example/a.mp4?expires=never&oe=zz',
  'https://cdn.example/?exp=12',
  'not a link',
])('expiryOf finds no expiry time in %s', (link) => expect(expiryOf(link)).toBeNull())
