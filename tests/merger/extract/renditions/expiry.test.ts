import { expect, test } from 'vitest'
import { expiryOf } from '../../../../merger/extract/renditions/expiry.ts'

const policy = Buffer.from('{"Statement":[{"Condition":{"DateLessThan":{"AWS:EpochTime":1763640000}}}]}')
  .toString('base64')
  .replaceAll('=', '_')

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: object) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.c2lnbmF0dXJl`

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
  [
    'https://acc.blob.core.windows.net/c/x.mp4?sv=2022-11-02&st=2025-11-20T11:00:00Z&se=2025-11-20T12%3A00%3A00Z&sr=b&sp=r&sig=a%2Bb',
    1_763_640_000,
  ],
  ['https://acc.blob.core.windows.net/c/x.mp4?se=2025-11-20T12:00Z&sig=a', 1_763_640_000],
  ['https://acc.blob.core.windows.net/c/x.mp4?se=2025-11-21&sig=a', Date.UTC(2025, 10, 21) / 1_000],
  [
    'https://storage.googleapis.com/b/x.mp4?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20251120T110000Z&X-Goog-Expires=3600&X-Goog-Signature=ab',
    1_763_640_000,
  ],
  [`https://video.example/x.mp4?token=${jwt({ sub: 'x', exp: 1_763_640_000 })}`, 1_763_640_000],
  [`https://video.example/${jwt({ exp: 1_763_640_000 })}/x.mp4`, 1_763_640_000],
  ['https://vod.example/x.mp4?txSecret=ab&txTime=691F0240', 0x691f0240],
  ['https://s3.example/x.mp4?AWSAccessKeyId=1&Expires=1763640000', 1_763_640_000],
  ['https://a.akamaized.example/x.m3u8?hdnts=st=1763630000~exp=1763640000~acl=/*~hmac=ab', 1_763_640_000],
  ['https://a.akamaized.example/x.m3u8?hdnea=exp%3d1763640000%7eacl%3d%2f*%7ehmac%3dab', 1_763_640_000],
  [
    `https://usher.example/x.m3u8?token=${encodeURIComponent('{"expires":1763640000,"user":1}')}`,
    1_763_640_000,
  ],
  [`https://video.example/x.mp4?t=${Buffer.from('{"exp":1763640000}').toString('base64url')}`, 1_763_640_000],
  ['https://cdn.example/x.mp4?Expires=2025-11-20T12%3A00%3A00Z&Signature=ab', 1_763_640_000],
  ['https://cdn.example/x.mp4?validTo=20251120120000&hash=ab', 1_763_640_000],
  ['https://cdn.example/x.mp4?expires=2025-11-20T12:00&hash=ab', 1_763_640_000],
  ['https://cdn.example/x.mp4?expires=2025-11-20T14:00:00+02:00', 1_763_640_000],
  ['https://cdn.example/x.mp4?expires=2025-11-20T07:00:00.5-0500', 1_763_640_000],
  ['https://cdn.example/x.mp4?expires=20251120&hash=ab', Date.UTC(2025, 10, 20) / 1_000],
  ['https://cdn.example/x.mp4?e=20251120T120000Z', 1_763_640_000],
  ['https://cdn.example/x.mp4?stime=20251120110000&etime=20251120120000', 1_763_640_000],
  ['https://cdn.example/x.mp4?Expires=Thu,%2020%20Nov%202025%2012:00:00%20GMT', 1_763_640_000],
  ['https://cdn.example/x.mp4?Expires=Thu,+20+Nov+2025+12:00:00+GMT', 1_763_640_000],
  ['https://cdn.example/x.mp4?X-Expires=Thursday,%2020-Nov-25%2012:00:00%20GMT', 1_763_640_000],
  [
    `https://cdn.example/x.mp4?Policy=${Buffer.from('{ "Statement": [{ "Condition": { "DateGreaterThan": { "AWS:EpochTime" : 1763630000 }, "DateLessThan": { "AWS:EpochTime" : 1763640000 } } }] }').toString('base64')}`,
    1_763_640_000,
  ],
  ['https://cdn.example/9f86d081884c7d659a2feaa0c55ad015/691F0240/x.mp4', 0x691f0240],
])('expiryOf reads the expiry time from the link %s', (link, seconds) =>
  expect(expiryOf(link)).toBe(seconds * 1_000),
)

const NOW = 1_763_000_000_000
test.each([
  ['https://cdn.example/3f2a9c/1763640000/x.mp4', 1_763_640_000_000],
  ['https://cdn.example/exp/1763640000123/base.mp4', 1_763_640_000_123],
  ['https://cdn.example/x.mp4?e=1763640000&h=ab', 1_763_640_000_000],
  ['https://cdn.example/x.mp4?auth_key=1763640000-0-0-ab12', 1_763_640_000_000],
  [
    'https://w.example/vod/x.mp4?wowzatokenstarttime=1762990000&wowzatokenendtime=1763640000&wowzatokenhash=ab',
    1_763_640_000_000,
  ],
  ['https://cdn.example/x.mp4?token=1763640000_ab12', 1_763_640_000_000],
  ['https://cdn.example/x.mp4?t=%221763640000%22', 1_763_640_000_000],
  ['https://cdn.example/x.mp4?token=691f0240_ab12', 0x691f0240 * 1_000],
  ['https://cdn.example/x.mp4?token=0x691f0240_ab12', 0x691f0240 * 1_000],
  ['https://cdn.example/x.mp4?auth_info=ab&timestamp=691F0240', 0x691f0240 * 1_000],
  ['https://cdn.example/x.mp4?q-sign-time=1762990000;1763640000', 1_763_640_000_000],
])('expiryOf reads a future time from any part of %s', (link, end) => expect(expiryOf(link, NOW)).toBe(end))

test.each([
  'https://cdn.example/1762990000/x.mp4',
  'https://cdn.example/20251120/deadbeef/x.mp4?v=68ffffff',
  'https://cdn.example/x.mp4?created=1762990000123',
  'https://cdn.example/x9999999999x.mp4?id=9999999999',
  'https://cdn.example/x.mp4?verify=1762990000-ab',
])('expiryOf takes neither a past nor a far time for an end: %s', (link) =>
  expect(expiryOf(link, NOW)).toBeNull(),
)

test('expiryOf returns the earliest of several times', () => {
  expect(expiryOf('https://a.example/x?expire=1763640000&Expires=1763630000')).toBe(1_763_630_000_000)
})

test.each([
  'https://cdn.example/a.mp4',
  'https://cdn.example/a.mp4?expires=never&oe=zz',
  'https://cdn.example/?exp=12',
  'https://cdn.example/?se=2025-13-99',
  'https://cdn.example/x.mp4?expires=2025-13-40T99:00:00Z',
  'https://cdn.example/20251120120000/x.mp4?date=2025-11-20T12:00:00Z',
  'https://cdn.example/x.mp4?t=eyJhIjoxfQ==',
  'https://cdn.example/?token=eyJhbGci.eyJub3Q.anything',
  'not a link',
])('expiryOf finds no expiry time in %s', (link) => expect(expiryOf(link)).toBeNull())
