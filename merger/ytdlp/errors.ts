import { Failure } from '#contract/failure.ts'
import type { ExtractionError } from './facts.ts'
import { siteRules, type Rule } from './site-errors.ts'

/**
 * The first rule that matches wins, so the order matters. For example, "Sign in to confirm your age", "Sign
 * in to confirm you're not a bot" and "sign in" mean three different failures.
 */
const rules: Rule[] = [
  {
    code: 'refused_address',
    // The client of yt-dlp for a redirect to `file:` or `data:`.
    classes: ['InvalidSchema'],
    // 'tunnel failed' is the message of libcurl (curl_cffi) when the egress guard refuses a connection.
    phrases: ['403 refused_address', 'egress refused', 'look-up refused', 'tunnel failed, response 403'],
  },
  { code: 'timeout', classes: ['Timeout'] },
  { code: 'cancelled', classes: ['Cancelled'] },
  { code: 'busy', classes: ['NoChild', 'Crowded'] },
  { code: 'internal', classes: ['SolverMemory'] },
  { code: 'too_big', classes: ['TooLarge', 'Crash', 'MemoryError'] },
  { code: 'split', classes: ['SplitError'] },
  {
    code: 'drm',
    extractors: ['DRM', 'KnownDRM'],
    phrases: ['known to use drm', 'drm protected', 'drm-protected'],
  },
  {
    code: 'unsupported',
    classes: ['UnsupportedError'],
    extractors: ['Piracy', 'KnownPiracy'],
    phrases: ['unsupported url', 'is not a valid url'],
  },
  // Instagram's wall. Its message also speaks of a rate limit, but waiting does not help.
  {
    code: 'login',
    sites: ['instagram'],
    phrases: ['redirected to the login page'],
  },
  // These messages report a temporary rate limit. `siteRules` would read some of them as a refusal of the IP
  // address, so this rule comes first.
  { code: 'site_limit', phrases: ['exceeded the rate limit', 'rate-limit', 'api rate limit'] },
  ...siteRules,
  {
    code: 'site_blocks_us',
    phrases: [
      'not a bot',
      'captcha',
      'tls fingerprint',
      'anti-bot',
      'ip is likely being blocked',
      'ip address is blocked',
    ],
  },
  { code: 'site_limit', statuses: [412, 429], phrases: ['wait and try later'] },
  {
    code: 'age',
    phrases: [
      'confirm your age',
      'age-restricted',
      'age restricted',
      'nsfw tweet',
      'inappropriate for some users',
    ],
  },
  // Bilibili sends the same message for deleted and for geo-restricted items. The rule assumes a deleted
  // item, which is more likely.
  { code: 'removed', phrases: ['may be deleted or geo-restricted'] },
  {
    code: 'private',
    phrases: [
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
    phrases: [
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
    phrases: ['in your country', 'from your location', 'geo restriction', 'geo-restricted'],
  },
  {
    code: 'login',
    statuses: [401],
    phrases: [
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
    code: 'live',
    // SHOUTcast 1 begins the answer of a radio station like that.
    phrases: ["badstatusline('icy"],
  },
  {
    code: 'not_started',
    classes: ['UserNotLive'],
    phrases: ['premieres in', 'will begin in', 'is not live', 'live event will begin', 'not currently live'],
  },
  {
    code: 'removed',
    statuses: [404, 410],
    phrases: [
      'video unavailable',
      'has been removed',
      'been deleted',
      'suspended account',
      'no longer available',
      'replay is disabled',
      'deleted',
      'does not exist',
      'not available, status code',
      "content isn't available",
      'not found',
    ],
  },
  {
    code: 'no_media',
    phrases: [
      'no video could be found',
      'no video formats found',
      'there is no video in this post',
      'no media',
      'no m3u header',
    ],
  },
  // If a site responds with 403 and no earlier rule matches, the site usually refuses the IP address of the
  // exit. The link itself is usually not the reason.
  { code: 'site_blocks_us', statuses: [403] },
  { code: 'timeout', statuses: [408], phrases: ['timed out', '504 timeout'] },
  {
    code: 'unreachable',
    classes: ['TransportError', 'ProxyError', 'SSLError', 'CertificateVerifyError', 'IncompleteRead'],
    statuses: [500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530],
    phrases: [
      'name or service not known',
      'connection refused',
      'recv failure',
      'connect tunnel failed',
      'tunnel connection failed',
      'redirect loop',
      'infinite loop',
    ],
  },
]

/**
 * Without a closing quotation mark, matches everything up to the end of the message. A single quotation mark
 * after a letter counts as an apostrophe.
 */
const QUOTED = /"[^"]*"?|“[^”]*”?|‘[^’]*’?|«[^»]*»?|(?<!\w)'(?:\\.|[^'\\]|'(?=\w))*'?/g

/** Returns a message of yt-dlp for the log, without text from the site. */
export function withoutSiteWords(message: string): string {
  return message
    .replace(/(\[[\w:.-]+\]) [^\s:]+:/g, '$1 …:')
    .replace(QUOTED, '…')
    .replace(/[<{].*/s, '…')
}

export function failureOf(error: ExtractionError): Failure {
  const message = [error.message, ...(error.causes ?? [])].join(' | ')
  // Links are removed first, because a visitor could send a link that contains one of the phrases.
  const searched = message
    .replace(/https?:\/\/\S+/g, '')
    .replaceAll('’', "'")
    .toLowerCase()
  const classes = [error.class, ...(error.causes ?? []).map((cause) => cause.split(':', 1)[0])]
  const extractor = error.extractor?.toLowerCase() ?? ''
  const matches = (rule: Rule) =>
    (!rule.sites || rule.sites.some((prefix) => extractor.startsWith(prefix))) && hasSign(rule)
  const hasSign = (rule: Rule) =>
    rule.classes?.some((name) => classes.includes(name)) ||
    (error.extractor && rule.extractors?.includes(error.extractor)) ||
    (error.status && rule.statuses?.includes(error.status)) ||
    rule.phrases?.some((phrase) => searched.includes(phrase))
  const code = error.denied ? 'refused_address' : (rules.find(matches)?.code ?? 'broken')
  return new Failure(code, { cause: withoutSiteWords(message) })
}
