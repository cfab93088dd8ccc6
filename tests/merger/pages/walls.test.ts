import { expect, test } from 'vitest'
import { refusalOf, wallOf } from '../../../merger/pages/walls.ts'
import { pageOf } from '../../../merger/pages/page.ts'

const LINK = 'https://a.example/film'
const titled = (title: string, body = '') => `<html><head><title>${title}</title></head><body>${body}</body>`

function wall(text: string, answered = LINK) {
  return wallOf(pageOf(text, new URL(answered, LINK)), LINK)
}

test.each([
  ['Cloudflare', titled('Un momento…', '<script>window._cf_chl_opt = { cRay: "1" }</script>')],
  ['Anubis', titled('', '<script id="anubis_challenge" type="application/json">{}</script>')],
  ['DataDome', titled('a.example', '<script src="https://ct.captcha-delivery.com/c.js"></script>')],
  ['PerimeterX', titled('a.example', '<div id="px-captcha"></div>')],
  ['AWS WAF', titled('', '<script>window.gokuProps = {"key":"x"}</script>')],
  ['Imperva', '<html><body>Request unsuccessful. Incapsula incident ID: 1-2</body></html>'],
  ['Sucuri', titled('You are being redirected...', '<script>sucuri_cloudproxy_js="";</script>')],
  ['a free host', '<script src="/aes.js"></script><script>document.cookie=slowAES.decrypt(c)</script>'],
  ['Alibaba Cloud', '<script>var arg1="A"; setCookie("acw_sc__v2", x)</script>'],
  ...[
    'Just a moment...',
    'Attention Required! | Cloudflare',
    'Access denied',
    'Access to this page has been denied.',
    'Vercel Security Checkpoint',
    'Pardon Our Interruption...',
    'Making sure you&#39;re not a bot!',
    'DDoS-Guard',
    'Robot or human?',
    '百度安全验证',
    'Вы не робот?',
  ].map((title) => [title, titled(title)]),
])('knows the challenge of %s', (_, html) => expect(wall(html)).toBe('site_blocks_us'))

test.each([
  ['a consent page of another host', titled('Film'), 'https://consent.b.example/?next=x'],
  ['a consent page of the same site', titled('Film'), '/privacy-gate?redirect=film'],
  ['a page of a publisher about cookies', titled('Film'), 'https://myprivacy.b.example/consent/?siteKey=x'],
  ['an age gate', titled('Film'), '/age-gate?to=/film'],
  ['a question for the age', titled('Age verification - A site'), LINK],
])('knows %s', (_, html, answered) => expect(wall(html, answered)).toBe('gate'))

test.each([
  ['a path for logins', titled('Film'), '/account/login?next=/film'],
  ['a field for a password', titled('Film', '<input type=password>'), '/welcome'],
])('needs a login: %s', (_, html, answered) => expect(wall(html, answered)).toBe('login'))

test.each([
  [
    'a page that loads the script of a firm',
    titled('Film', '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">'),
  ],
  [
    'a form that has a captcha',
    titled('Film', '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js">'),
  ],
  [
    'a page that needs scripts',
    titled('Film', '<noscript>You need to enable JavaScript to run this app.</noscript>'),
  ],
  ['a page about cookies', titled('Cookies and consent')],
  ['a login on the page itself', titled('Film', '<input type=password>')],
  ['a song of that name', titled('Just a moment, by Ann')],
])('takes no wall for %s', (_, html) => expect(wall(html)).toBeUndefined())

test.each([
  'This video is not available in your country.',
  "Sorry, this content isn't available in your region",
  'The uploader has not made this video viewable in your country',
  'This page is geo-blocked.',
])('knows that a site serves other countries: %s', (words) =>
  expect(refusalOf(`<title>Sorry</title><p>${words}</p>`)).toBe('geo'),
)

test.each([
  ['a plain error', '<title>503 Service Unavailable</title>'],
  ['a message in a script', '<script>t("not available in your country")</script><title>403</title>'],
])('reads no reason from %s', (_, html) => expect(refusalOf(html)).toBeUndefined())
