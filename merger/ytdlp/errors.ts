import { Failure, type FailureCode } from '#contract/failure.ts'
import type { Complaint } from './facts.ts'

type Rule = {
  code: FailureCode
  classes?: string[]
  extractors?: string[]
  statuses?: number[]
  words?: string[]
}

/**
 * yt-dlp's words to our codes, first match wins. The order matters: "Sign in to confirm your age", "... you're not a
 * bot" and "sign in" are three things, and so are a private account and one that asks for a login.
 */
const rules: Rule[] = [
  { code: 'refused_address', words: ['403 refused_address', 'egress refused', 'look-up refused'] },
  { code: 'timeout', classes: ['Timeout'] },
  { code: 'cancelled', classes: ['Cancelled'] },
  { code: 'too_big', classes: ['TooLarge', 'Crash', 'MemoryError'] },
  {
    code: 'drm',
    extractors: ['DRM', 'KnownDRM'],
    words: ['known to use drm', 'drm protected', 'drm-protected'],
  },
  {
    code: 'unsupported',
    classes: ['UnsupportedError'],
    extractors: ['Piracy', 'KnownPiracy'],
    words: ['unsupported url', 'is not a valid url'],
  },
  {
    code: 'site_limit',
    statuses: [412, 429],
    words: [
      'not a bot',
      'captcha',
      'exceeded the rate limit',
      'rate-limit',
      'tls fingerprint',
      'anti-bot',
      'ip is likely being blocked',
      'ip address is blocked',
      'wait and try later',
      'request is blocked by server',
    ],
  },
  {
    code: 'age',
    words: [
      'confirm your age',
      'age-restricted',
      'age restricted',
      'nsfw tweet',
      'inappropriate for some users',
    ],
  },
  // Bilibili cannot tell the two apart; a deleted item is the more likely.
  { code: 'removed', words: ['may be deleted or geo-restricted'] },
  {
    code: 'private',
    words: [
      'embed-only video',
      'private video',
      'video is private',
      'protected tweet',
      'do not have permission to view',
      'only available for registered users who follow',
      'private account',
      'account is private',
    ],
  },
  {
    code: 'paid',
    statuses: [402],
    words: [
      'members-only',
      'members only',
      'supporter-only',
      'premium',
      'purchase',
      'requires payment',
      'protected by a password',
      'password protected',
    ],
  },
  {
    code: 'geo',
    classes: ['GeoRestrictedError'],
    statuses: [451],
    words: ['in your country', 'from your location', 'geo restriction', 'geo-restricted'],
  },
  {
    code: 'login',
    statuses: [401],
    words: [
      'registered users',
      'login required',
      'log in',
      'only works when logged-in',
      'use --cookies',
      'sign in',
      'redirected to the login page',
    ],
  },
  {
    code: 'not_started',
    classes: ['UserNotLive'],
    words: ['premieres in', 'will begin in', 'is not live', 'live event will begin', 'not currently live'],
  },
  {
    code: 'removed',
    statuses: [404, 410],
    words: [
      'video unavailable',
      'has been removed',
      'been deleted',
      'suspended account',
      'no longer available',
      'deleted',
      'does not exist',
      'not available, status code',
      "content isn't available",
      'not found',
    ],
  },
  {
    code: 'no_media',
    words: [
      'no video could be found',
      'no video formats found',
      'there is no video in this post',
      'no media',
      'no m3u header',
    ],
  },
  { code: 'site_limit', statuses: [403] },
  { code: 'timeout', statuses: [408], words: ['timed out', '504 timeout'] },
  {
    code: 'unreachable',
    classes: ['TransportError', 'ProxyError', 'SSLError', 'CertificateVerifyError', 'IncompleteRead'],
    statuses: [500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530],
    words: [
      'name or service not known',
      'connection refused',
      'tunnel connection failed',
      'redirect loop',
      'infinite loop',
    ],
  },
]

/** Why there is no extraction. What yt-dlp said is the Failure's cause, for the log. */
export function failureOf(complaint: Complaint): Failure {
  const words = [complaint.message, ...(complaint.causes ?? [])].join(' | ')
  // A link is anybody's words, not yt-dlp's.
  const said = words
    .replace(/https?:\/\/\S+/g, '')
    .replaceAll('’', "'")
    .toLowerCase()
  const classes = [complaint.class, ...(complaint.causes ?? []).map((cause) => cause.split(':', 1)[0])]
  const fits = (rule: Rule) =>
    rule.classes?.some((name) => classes.includes(name)) ||
    (complaint.extractor && rule.extractors?.includes(complaint.extractor)) ||
    (complaint.status && rule.statuses?.includes(complaint.status)) ||
    rule.words?.some((some) => said.includes(some))
  const code = complaint.denied ? 'refused_address' : (rules.find(fits)?.code ?? 'broken')
  return new Failure(code, { cause: words })
}
