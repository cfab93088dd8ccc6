import type { FailureCode } from '#contract/failure.ts'
import type { Page } from './page.ts'
import { Markup } from '../html/markup.ts'

/** Of pages that only test whether the visitor is a browser. All pages have other scripts of these firms. */
const CHALLENGES = [
  '_cf_chl_opt',
  'anubis_challenge',
  'sucuri_cloudproxy_js',
  'Incapsula incident ID',
  'captcha-delivery.com/',
  '"px-captcha"',
  'gokuProps',
  'sec-if-cpt-container',
  'bm-verify=',
  'slowAES',
  'acw_sc__v2',
  'ddos-guard/js-challenge',
  '/showcaptcha',
]
const CHALLENGE_TITLES = [
  'just a moment',
  'attention required',
  'access (?:is |to this page has been )?denied',
  'checking your (?:browser|connection)',
  '(?:human|bot|browser|security) (?:check|verification|challenge)',
  '(?:vercel |cloudflare )?security checkpoint',
  'verify(?:ing)? (?:that )?you are (?:a )?human',
  '(?:are you|robot or) (?:a )?(?:human|robot)',
  'robot check',
  "making sure you['’]re not a bot",
  'one moment, please',
  'ddos-guard',
  'pardon our interruption',
  'client challenge',
  'captcha',
  'request rejected',
  '(?:百度)?安全验证',
  '人机验证',
  'вы не робот',
]
const CHALLENGE_TITLE = new RegExp(
  String.raw`^\W*(?:${CHALLENGE_TITLES.join('|')})[\W_]*(?:\|.{0,30})?$`,
  'i',
)
const CONSENT =
  /(?:^|[./_-])(?:consent|cookie-?wall|privacy-?(?:gate|wall)|collectconsent|myprivacy|zustimmung)(?:[./_-]|$)/i
const AGE =
  /(?:^|[/_-])(?:age-?(?:gate|check|verif\w*|confirm\w*|restrict\w*|wall)|verify-?age|over-?1[68]|adult-?(?:check|warning|content))(?:[/._-]|$)/i
const AGE_TITLE =
  /\bage (?:verification|check|gate|confirmation)\b|\b(?:verify|confirm) your age\b|\b(?:are you|you must be) (?:over |at least )?(?:18|21)\b|altersverifikation/i
const LOGIN_PATH = /(?:^|[/_-])(?:log-?in|sign-?in|auth|sso|session\/new|wp-login\.php)(?:[/_.-]|$)/i

const OTHER_COUNTRY =
  /(?:(?:\bnot|n['’]t)\s(?:[\w’']{1,20}\s){0,5}|\bun)(?:available|accessible|viewable|watch\w{0,20}|view\w{0,20}|play\w{0,20}|licen[sc]ed)[^.<>]{0,80}\byour (?:country|region|current location|location|territory)\b|\bgeo-?(?:block|restrict)(?:ed|ion)\b/i

/** Why a site refuses, in the words of the page of its error. */
export function refusalOf(html: string): FailureCode | undefined {
  const page = new Markup(html)
  if (isChallenge(page)) return 'site_blocks_us'
  if (OTHER_COUNTRY.test(page.words)) return 'geo'
  return hasPassword(page) ? 'login' : undefined
}

const isChallenge = ({ text, title }: Markup) =>
  CHALLENGES.some((part) => text.includes(part)) || CHALLENGE_TITLE.test(title ?? '')

/** Why a page that has no item is another page than the visitor sees. */
export function wallOf({ url, markup }: Page, link: string): FailureCode | undefined {
  if (isChallenge(markup)) return 'site_blocks_us'
  const { host, pathname } = url
  const asked = new URL(link)
  const isElsewhere = host !== asked.host || pathname !== asked.pathname
  if (AGE_TITLE.test(markup.title ?? '') || (isElsewhere && AGE.test(pathname))) return 'gate'
  if (isElsewhere && CONSENT.test(`${host}${pathname}`)) return 'gate'
  return pathname !== asked.pathname && (LOGIN_PATH.test(pathname) || hasPassword(markup))
    ? 'login'
    : undefined
}

const hasPassword = (page: Markup) =>
  page.all('input').some((field) => field.get('type')?.toLowerCase() === 'password')
