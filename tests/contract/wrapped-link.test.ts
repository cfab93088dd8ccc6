import { expect, test } from 'vitest'
import { acceptAny } from '#contract/platforms/index.ts'
import { unwrap } from '#contract/wrapped-link.ts'

const TARGET = 'https://video.example/watch?v=1'
const inner = encodeURIComponent(TARGET)

/** The start of redirect URLs, up to the `=`. The test appends the percent-encoded target link to each. */
const wrapping = [
  'https://consent.youtube.com/m?continue=',
  'https://google.com/url?q=',
  'https://www.google.com/url?url=',
  'https://www.google.co.uk/url?u=',
  'https://consent.google.de/m?continue=',
  'https://consent.google.de/ml?continue=',
  'https://translate.google.com/translate?u=',
  'https://accounts.google.com/ServiceLogin?continue=',
  'https://accounts.google.com/signin/identifier?continue=',
  'https://accounts.google.com/v3/signin/identifier?continue=',
  'https://www.youtube.com/signin?next=',
  'https://www.youtube.com/verify_age?next_url=',
  'https://www.youtube.com/verify_controversy?next_url=',
  'https://www.youtube.com/oops?next=',
  'https://www.youtube.com/redirect?q=',
  'https://www.youtube.com/redirect/?q=',
  'https://www.youtube.com/attribution_link?u=',
  'https://www.youtube.com/oembed?url=',
  'https://l.facebook.com/l.php?u=',
  'https://www.facebook.com/flx/warn/?u=',
  'https://www.facebook.com/login?next=',
  'https://www.facebook.com/login.php?next=',
  'https://www.facebook.com/sharer.php?u=',
  'https://www.facebook.com/sharer/sharer.php?u=',
  'https://www.facebook.com/sharer?u=',
  'https://www.facebook.com/dialog/share?href=',
  'https://l.instagram.com/?u=',
  'https://l.threads.net/?u=',
  'https://l.threads.com/?u=',
  'https://www.instagram.com/accounts/login/?next=',
  'https://www.instagram.com/accounts/login?next=',
  'https://x.com/i/flow/login?redirect_after_login=',
  'https://twitter.com/login?redirect_after_login=',
  'https://x.com/i/redirect?url=',
  'https://x.com/share?url=',
  'https://x.com/intent/tweet?url=',
  'https://x.com/intent/post/?url=',
  'https://www.tiktok.com/login/phone?redirect_url=',
  'https://www.tiktok.com/login?enter_url=',
  'https://www.tiktok.com/link/v2?target=',
  'https://www.xiaohongshu.com/login?redirectPath=',
  'https://www.xiaohongshu.com/404?redirectPath=',
  'https://www.rednote.com/website-login/error?redirect_path=',
  'https://passport.bilibili.com/login?gourl=',
  'https://exit.sc/?url=',
  'https://gate.sc/?url=',
  'https://t.me/share/url?url=',
  'https://telegram.me/share/url/?url=',
  'https://vk.com/away.php?to=',
  'https://away.vk.com/away.php?to=',
  'https://out.reddit.com/t3_1?url=',
  'https://slack-redir.net/link?url=',
  'https://slack-redir.net/link/?url=',
  'https://nam02.safelinks.protection.outlook.com/?url=',
  'https://www.linkedin.com/redir/redirect?url=',
  'https://www.linkedin.com/safety/go/?url=',
  'https://steamcommunity.com/linkfilter/?url=',
  'https://steamcommunity.com/linkfilter?u=',
  'https://duckduckgo.com/l/?uddg=',
  'https://duckduckgo.com/l?uddg=',
  'https://link.zhihu.com/?target=',
  'https://weibo.cn/sinaurl?u=',
  'https://weibo.cn/sinaurl?toasturl=',
  'https://t.umblr.com/redirect?z=',
  'https://deref-gmx.net/mail/client/a/dereferrer/?redirectUrl=',
  'https://antennapod.org/deeplink/subscribe?url=',
  'https://gpodder.net/subscribe?url=',
  'https://l.messenger.com/l.php?u=',
  'https://medium.com/r/?url=',
  'https://wa.me/?text=see%20',
  'https://api.whatsapp.com/send?text=see%20',
  'https://twitter.com/intent/tweet?text=see%20',
  'https://social-plugins.line.me/lineit/share?url=',
  'https://bsky.app/intent/compose?text=see%20',
  'https://www.reddit.com/submit?url=',
  'https://service.weibo.com/share/share.php?url=',
  'https://player.fm/subscribe?id=',
  'https://podcastaddict.com/feed/',
  'https://webcache.googleusercontent.com/search?q=cache:abc:',
]

test.each(wrapping)('unwrap returns the target link of %s', (start) => {
  expect(unwrap(`${start}${inner}`)).toBe(TARGET)
})

test.each([
  ['https://www.google.com/amp/s/news.example/a/amp?x=1', 'https://news.example/a/amp?x=1'],
  ['https://www.google.com/amp/news.example/a', 'http://news.example/a'],
  ['https://news-example.cdn.ampproject.org/c/s/news.example/a', 'https://news.example/a'],
  ['https://news-example.cdn.ampproject.org/v/news.example/a', 'http://news.example/a'],
  ['https://href.li/?https://video.example/a?b=1', 'https://video.example/a?b=1'],
  ['https://urldefense.com/v3/__https://video.example/a__;!!x!y$', 'https://video.example/a'],
  ['https://urldefense.com/v3/__https:/video.example/a__;!!x!y$', 'https://video.example/a'],
  ['https://www.subscribeonandroid.com/feeds.example/a.xml', 'http://feeds.example/a.xml'],
  ['https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9hLmV4YW1wbGUvdi5tcDQ&ntb=1', 'https://a.example/v.mp4'],
  [
    'https://r.search.yahoo.com/_ylt=A/RV=2/RU=https%3a%2f%2fa.example%2fv.mp4/RK=2/RS=x-',
    'https://a.example/v.mp4',
  ],
  ['https://www.google.com/url?q=https%253A%252F%252Fa.example%252Fv.mp4', 'https://a.example/v.mp4'],
])('unwrap finds the target in the path of %s', (link, target) => {
  expect(unwrap(link)).toBe(target)
})

test.each([
  'https://www.google.com/amp/',
  'https://news-example.cdn.ampproject.org/i/s/news.example/a.jpg',
  'https://href.li/?video.example',
  'https://urldefense.com/v3/__https://video.example/a*b__;Iw!!x!y$',
  'https://www.subscribeonandroid.com/about',
])('leaves the link %s without a target', (link) => {
  expect(unwrap(link)).toBe(link)
})

test.each([
  'https://notgoogle.com/url?q=',
  'https://mail.google.com/url?q=',
  'https://google.com.example/url?q=',
  'https://www.google.com/maps/url?q=',
  'https://www.google.com/url/x?q=',
  'https://www.youtube.com/embed/redirect?q=',
  'https://www.youtube.com/redirect/x?q=',
  'https://www.facebook.com/watch/login?next=',
  'https://www.facebook.com/login/x?next=',
  'https://www.instagram.com/p/accounts/login/?next=',
  'https://www.instagram.com/accounts/login/x?next=',
  'https://x.com/i/status/share?url=',
  'https://x.com/share/x?url=',
  'https://www.tiktok.com/@one/login?redirect_url=',
  'https://www.tiktok.com/link/v2/x?target=',
  'https://www.tiktok.com/link/vx?target=',
  'https://www.xiaohongshu.com/explore/login?redirectPath=',
  'https://www.xiaohongshu.com/404/x?redirectPath=',
  'https://t.me/one/share/url?url=',
  'https://t.me/share/url/x?url=',
  'https://vk.com/away.php/x?to=',
  'https://slack-redir.net/one/link?url=',
  'https://slack-redir.net/link/x?url=',
  'https://www.linkedin.com/one/safety/go?url=',
  'https://www.linkedin.com/safety/go/x?url=',
  'https://steamcommunity.com/linkfilter/x?url=',
  'https://duckduckgo.com/one/l/?uddg=',
  'https://duckduckgo.com/l/x?uddg=',
  'https://weibo.cn/one/sinaurl?u=',
  'https://l.instagram.com/?next=',
])('leaves the ordinary page %s', (start) => {
  expect(unwrap(`${start}${inner}`)).toBe(`${start}${inner}`)
})

test.each([
  ['text without a link', 'https://l.instagram.com/?u=hello'],
  ['a link in the middle of a text', `https://l.instagram.com/?u=see%20${inner}`],
  ['no value', 'https://l.instagram.com/?u='],
  ['a host without a scheme', 'https://l.instagram.com/?u=//video.example/1'],
])('leaves a redirect to %s', (_, link) => {
  expect(unwrap(link)).toBe(link)
})

test.each([
  'https://www.google.com/url?q=http%3A%2F%2F127.0.0.1%2F',
  'https://www.google.com/url?q=https%3A%2F%2Fyoutube.com%40evil.example%2F',
  'https://www.google.com/url?q=https%3A%2F%2Fevil.example%3A8443%2F',
])('refuses a redirect to %s', (text) => {
  expect(acceptAny(text)).toMatchObject({ ok: false })
})

test('unwraps at most three redirects', () => {
  const target = 'https://example.com/v.mp4'
  const wrap = (link: string) => `https://www.google.com/url?q=${encodeURIComponent(link)}`
  expect(acceptAny('https://www.google.com/url?q=javascript%3Aalert(1)')).toMatchObject({ ok: true })
  expect(acceptAny(wrap(wrap(wrap(target))))).toEqual({ ok: true, url: target })
  expect(acceptAny(wrap(wrap(wrap(wrap(target)))))).toEqual({ ok: true, url: wrap(target) })
})
