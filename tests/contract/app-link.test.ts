import { expect, test } from 'vitest'
import { withWebLinks } from '#contract/app-link.ts'
import { acceptAny, findLink } from '#contract/platforms/index.ts'
import { cpuSeconds } from '../cpu-seconds.ts'

const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk'
const FILM = 'https://a.example/v.mp4'
const encoded = encodeURIComponent(FILM)

test.each([
  ['vnd.youtube:abcdefghijk', VIDEO],
  ['vnd.youtube://abcdefghijk', VIDEO],
  ['vnd.youtube:abcdefghijk?vndapp=youtube_mobile', `${VIDEO}&vndapp=youtube_mobile`],
  ['vnd.youtube://www.youtube.com/watch?v=abcdefghijk', VIDEO],
  ['youtube://www.youtube.com/watch?v=abcdefghijk', VIDEO],
  ['Watch this: youtube://abcdefghijk !', VIDEO],
  ['intent://www.youtube.com/watch?v=abcdefghijk#Intent;scheme=https;package=x;end', VIDEO],
  ['intent://www.youtube.com/watch?v=abcdefghijk/#Intent;scheme=vnd.youtube;end;', VIDEO],
  [`intent://open#Intent;scheme=x;S.browser_fallback_url=${encoded};end`, FILM],
  [`intent:#Intent;action=android.intent.action.SEND;S.android.intent.extra.TEXT=${encoded};end`, FILM],
  [`intent:${FILM}#Intent;package=org.videolan.vlc;type=video/mp4;end`, FILM],
  ['intent://a.example/feed.xml#Intent;scheme=antennapod-subscribe;end', 'http://a.example/feed.xml'],
  [`googlechrome://navigate?url=${FILM}`, FILM],
  [`googlechrome-x-callback://x-callback-url/open/?x-source=App&url=${encoded}`, FILM],
  ['googlechromes://a.example/v.mp4', FILM],
  [`firefox://open-url?url=${encoded}`, FILM],
  [`microsoft-edge:${FILM}`, FILM],
  [`x-safari-${FILM}`, FILM],
  [`vlc://${FILM}`, FILM],
  [`overcast://x-callback-url/add?url=${encoded}`, FILM],
  ['castro://subscribe/a.example/feed.xml', 'http://a.example/feed.xml'],
  ['podcastaddict://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['beyondpod://a.example/feed.xml', 'http://a.example/feed.xml'],
  ['itms://podcasts.apple.com/us/podcast/x/id123', 'http://podcasts.apple.com/us/podcast/x/id123'],
  ['web+podcast:https://a.example/feed.xml', 'https://a.example/feed.xml'],
  ['snssdk1233://aweme/detail/7000000000000000001', 'https://www.tiktok.com/@_/video/7000000000000000001'],
  ['bilibili://video/BV1xx411c7mD', 'https://www.bilibili.com/video/BV1xx411c7mD'],
  ['bilibili://video/170001', 'https://www.bilibili.com/video/av170001'],
  ['spotify:episode:4cOdK2wGLETKBW3PvgPWqT', 'https://open.spotify.com/episode/4cOdK2wGLETKBW3PvgPWqT'],
  ['twitter://status?id=1234567890', 'https://x.com/i/status/1234567890'],
])('finds the web link that the link for an app %s stands for', (text, link) =>
  expect(findLink(text)).toBe(link),
)

test.each([
  'intent://open#Intent;scheme=x;package=y;end',
  'intent://10.0.0.1/#Intent;scheme=https;end',
  'intent:#Intent;S.browser_fallback_url=javascript%3Aalert(1);end',
  'googlechrome://navigate?url=http%3A%2F%2F127.0.0.1%2F',
  'vnd.youtube:short',
  'snssdk1233://user/profile/1',
])('takes no link for an app without a public web link: %s', (text) => expect(acceptAny(text).ok).toBe(false))

test('leaves web links as they are', () => {
  const text = `see https://a.example/?url=${encoded}&x=vnd.youtube:abcdefghijk`
  expect(withWebLinks(text)).toBe(text)
})

test.each([['intent:#Intent;'], ['a://?url='], ['youtube:'], ['x://a?b=c&'], ['feed:']])(
  'reads ten thousand times %j in half a second',
  (part) => expect(cpuSeconds(() => withWebLinks(part.repeat(10_000)))).toBeLessThan(0.5),
)
