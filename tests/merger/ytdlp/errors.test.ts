import { expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { failureOf, withoutSiteWords } from '../../../merger/ytdlp/errors.ts'
import type { ExtractionError } from '../../../merger/ytdlp/facts.ts'

const errorOf = (message: string, more: Partial<ExtractionError> = {}): ExtractionError => ({
  class: 'ExtractorError',
  expected: true,
  message: `ERROR: ${message}`,
  ...more,
})

const table: [FailureCode, ExtractionError][] = [
  ['drm', errorOf('[DRM] The requested site is known to use DRM protection.', { extractor: 'DRM' })],
  ['drm', errorOf('[soundcloud] 5: This video is DRM protected')],
  ['unsupported', errorOf('Unsupported URL: https://a.example/', { class: 'UnsupportedError' })],
  ['unsupported', errorOf('[Piracy] This website is no longer supported', { extractor: 'Piracy' })],
  [
    'site_limit',
    errorOf(
      "[youtube] x: This content isn't available, try again later. Your account has been rate-limited by YouTube",
    ),
  ],
  ['site_blocks_us', errorOf('Unable to download webpage: HTTP Error 403: Forbidden', { status: 403 })],
  [
    'login',
    errorOf(
      '[Instagram] x: The webpage request was redirected to the login page. You have exceeded the rate-limit',
      { extractor: 'Instagram' },
    ),
  ],
  [
    'age',
    errorOf('[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.'),
  ],
  ['age', errorOf('[twitter] 1: NSFW tweet requires authentication. Use --cookies')],
  ['private', errorOf('[youtube] x: Private video. Sign in if you’ve been granted access to this video')],
  ['private', errorOf('[twitter] 1: You are not authorized to view this protected tweet. Use --cookies')],
  ['paid', errorOf('[youtube] x: Join this channel to get access to members-only content like this video')],
  ['paid', errorOf('[vimeo] 1: This video is protected by a password, use the --video-password option')],
  [
    'geo',
    errorOf('[soundcloud] not available from your location due to geo restriction', {
      class: 'GeoRestrictedError',
    }),
  ],
  ['geo', errorOf('[youtube] x: The uploader has not made this video available in your country')],
  ['geo', errorOf('Unable to download webpage: HTTP Error 451', { status: 451 })],
  ['login', errorOf('[facebook] 1: This video is only available for registered users. Use --cookies')],
  ['not_started', errorOf('[youtube] x: Premieres in 3 hours')],
  ['not_started', errorOf('[twitch] The channel is not currently live', { class: 'UserNotLive' })],
  ['removed', errorOf('[youtube] x: Video unavailable')],
  [
    'removed',
    errorOf('[BiliBili] 1: This video may be deleted or geo-restricted. You might want to try a VPN'),
  ],
  ['removed', errorOf('[PlayerFm] x: HTTP Error 404: Not Found', { status: 404 })],
  [
    'removed',
    errorOf('[TikTok] 1: Video not available, status code 10231; please report this issue', {
      expected: false,
    }),
  ],
  ['no_media', errorOf('[twitter] 1: No video could be found in this tweet')],
  ['no_media', errorOf('[Made] x: No video formats found!; please report this issue', { expected: false })],
  ['timeout', errorOf('the deadline is over', { class: 'Timeout' })],
  [
    'timeout',
    errorOf('[generic] x: The read operation timed out', {
      class: 'TransportError',
      causes: ['TransportError: The read operation timed out'],
    }),
  ],
  [
    'unreachable',
    errorOf('<urlopen error Tunnel connection failed: 502 unreachable>', { class: 'ProxyError' }),
  ],
  ['unreachable', errorOf('HTTP Error 500: Internal Server Error', { status: 500, class: 'HTTPError' })],
  ['unreachable', errorOf('HTTP Error 530: unknown', { status: 530, class: 'HTTPError' })],
  [
    'unreachable',
    errorOf('HTTP Error 302: Found (redirect loop detected)', { status: 302, class: 'HTTPError' }),
  ],
  ['paid', errorOf('HTTP Error 402: Payment Required', { status: 402, class: 'HTTPError' })],
  ['timeout', errorOf('HTTP Error 408: Request Timeout', { status: 408, class: 'HTTPError' })],
  ['broken', errorOf('no data in https://site.example/premium/drm-protected', { class: 'KeyError' })],
  ['unreachable', errorOf('certificate verify failed', { class: 'CertificateVerifyError' })],
  [
    'refused_address',
    errorOf('<urlopen error Tunnel connection failed: 403 refused_address>', { class: 'ProxyError' }),
  ],
  ['refused_address', errorOf('HTTP Error 403: Forbidden', { status: 403, denied: true })],
  ['refused_address', errorOf('egress refused: (10.0.0.5, 80)', { class: 'PermissionError' })],
  ['too_big', errorOf('', { class: 'MemoryError' })],
  ['too_big', errorOf('the answer is too large', { class: 'TooLarge' })],
  ['internal', errorOf('the memory bound is reached', { class: 'SolverMemory' })],
  ['broken', errorOf("[youtube] x: 'INNERTUBE_CONTEXT'", { class: 'KeyError', expected: false })],
  [
    'broken',
    errorOf('[x] Unable to extract title; please report this issue', {
      class: 'RegexNotFoundError',
      expected: false,
    }),
  ],
]

/** Error messages of yt-dlp's extractors. The failure code depends on the message and on the extractor. */
const bySite: [FailureCode, extractor: string, message: string, status?: number][] = [
  ['site_blocks_us', 'youtube', 'Sign in to confirm you’re not a bot. Use --cookies-from-browser'],
  ['site_blocks_us', 'youtube', 'The page needs to be reloaded.'],
  ['site_blocks_us', 'youtube', 'No video formats found!; please report this issue'],
  ['site_blocks_us', 'youtube', 'Failed to extract any player response; please report this issue'],
  ['site_blocks_us', 'youtube', 'The following content is not available on this app.'],
  ['site_blocks_us', 'youtube', 'YouTube is requiring a captcha challenge before playback'],
  ['removed', 'youtube', 'This live event has ended.'],
  ['removed', 'youtube', 'This live stream recording is not available.'],
  ['site_limit', 'youtube', 'The current session has been rate-limited by YouTube for up to an hour.'],
  ['site_blocks_us', 'TikTok', 'Your IP address is blocked from accessing this post'],
  ['site_blocks_us', 'TikTok', 'Unexpected response from webpage request'],
  ['site_blocks_us', 'TikTok', 'TikTok is requiring login for access to this content'],
  ['site_blocks_us', 'TikTok', 'Unable to solve JS challenge'],
  ['site_blocks_us', 'vm.tiktok', 'Unable to download webpage: HTTP Error 403: Forbidden', 403],
  ['age', 'TikTok', 'This post may not be comfortable for some audiences. Log in for access'],
  ['private', 'TikTok', 'You do not have permission to view this post. Log into an account that has access'],
  ['site_blocks_us', 'Instagram', 'Instagram sent an empty media response. Use --cookies'],
  ['site_blocks_us', 'Instagram', 'Instagram API is not granting access'],
  ['login', 'Instagram', 'The webpage request was redirected to the login page.'],
  ['site_blocks_us', 'Instagram', 'You need to log in to access this content'],
  ['private', 'Instagram', 'This content is only available for registered users who follow this account'],
  ['site_limit', 'Instagram', 'You have exceeded the rate-limit for accessing posts anonymously'],
  ['site_blocks_us', 'facebook', 'Cannot parse data; please report this issue'],
  ['login', 'facebook', 'This video is only available for registered users. Use --cookies'],
  ['site_limit', 'twitter', 'Error(s) while querying API: Bad guest token', 403],
  ['site_limit', 'twitter', 'Rate-limit exceeded', 429],
  ['embed_only', 'vimeo', 'Cannot download embed-only video without embedding URL.', 403],
  ['site_blocks_us', 'vimeo', 'Got HTTP Error 403. If you are using a data center IP or VPN/proxy', 403],
  ['site_blocks_us', 'vimeo', 'Unable to download JSON metadata: HTTP Error 429', 429],
  ['site_blocks_us', 'vimeo', 'The web client only works when logged-in.'],
  ['paid', 'vimeo', 'This video is protected by a password, use the --video-password option', 401],
  ['site_blocks_us', 'BiliBili', 'Request is blocked by server (412), please wait and try later.', 412],
  ['site_blocks_us', 'BiliBili', 'Request is rejected by server (352)'],
  ['site_blocks_us', 'BiliBili', 'Unable to extract initial state'],
  ['site_limit', 'BiliBili', 'You have exceeded the rate limit. Try again later'],
  ['site_blocks_us', 'XiaoHongShu', 'Unable to extract initial state; please report this issue'],
  ['site_blocks_us', 'XiaoHongShu', 'No video formats found!; please report this issue'],
  ['drm', 'soundcloud', 'This video is DRM protected'],
  [
    'site_limit',
    'soundcloud',
    'You have reached the API rate limit, which is ~600 requests per 10 minutes',
    429,
  ],
  ['site_blocks_us', 'Reddit', 'Your IP address is unable to access the Reddit API', 403],
  ['site_blocks_us', 'generic', 'Got HTTP Error 403 caused by Cloudflare anti-bot challenge', 403],
]

test.each(bySite)('failureOf returns %s for this message of %s: "%s"', (code, extractor, message, status) => {
  expect(failureOf(errorOf(message, { extractor, ...(status && { status }) })).code).toBe(code)
})

test('maps a demand to log in by its extractor', () => {
  expect(failureOf(errorOf('You need to log in to access this content', { extractor: 'made' })).code).toBe(
    'login',
  )
})

test.each([
  ['CONNECT tunnel failed, response 403', 'refused_address'],
  ['CONNECT tunnel failed, response 502', 'unreachable'],
  ['Recv failure: Connection reset by peer', 'unreachable'],
  ['Operation timed out after 10001 milliseconds', 'timeout'],
])('for the libcurl message "%s" failureOf returns %s', (message, code) => {
  expect(failureOf(errorOf(message, { class: 'RequestError' })).code).toBe(code)
})

test.each(table.map(([code, error]) => [error.message.slice(0, 80), error, code] as const))(
  'failureOf returns the right failure code for the error "%s"',
  (_, error, code) => expect(failureOf(error).code).toBe(code),
)

test('hides the message of yt-dlp in the cause', () => {
  const failure = failureOf(errorOf('[youtube] x: Private video. Use --cookies-from-browser'))
  expect(JSON.stringify(failure)).not.toContain('--cookies')
  expect(failure.cause).toContain('--cookies-from-browser')
})

test.each([
  [
    "[youtube] dQw4w9WgXcQ: Private video. Sign in if you've been granted access",
    "[youtube] …: Private video. Sign in if you've been granted access",
  ],
  ['[vimeo] 76979871: "My daughter\'s birthday" is private', '[vimeo] …: … is private'],
  [
    "[generic] watch: Failed to parse JSON (caused by JSONDecodeError('Expecting value in \\'<p>Jane Doe</p>\\': line 1'))",
    '[generic] …: Failed to parse JSON (caused by JSONDecodeError(…))',
  ],
  [
    '[x] 1: The uploader “Jane Doe” has not made it available',
    '[x] …: The uploader … has not made it available',
  ],
  ['[x:y] 1: Unable to read <title>Jane Doe</title>', '[x:y] …: Unable to read …'],
  ['[x] 1: Unexpected answer {"title": "Jane Doe"}', '[x] …: Unexpected answer …'],
  ["[x] 1: 'Jane Doe is cut", '[x] …: …'],
  ['HTTP Error 403: Forbidden', 'HTTP Error 403: Forbidden'],
])('withoutSiteWords removes ids and quotes of "%s"', (message, logged) => {
  expect(withoutSiteWords(message)).toBe(logged)
})

test('withoutSiteWords reads 262,144 quotes or brackets in time', () => {
  for (const piece of ["'", '"', '<', '“', '[a] b', "a'", "\\'", '{'])
    expect(withoutSiteWords(piece.repeat(2 ** 18)).length).toBeGreaterThan(0)
})
