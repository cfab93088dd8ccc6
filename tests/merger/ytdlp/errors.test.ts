import { expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { failureOf } from '../../../merger/ytdlp/errors.ts'
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
  ['site_limit', errorOf('[youtube] x: Sign in to confirm you’re not a bot. Use --cookies')],
  [
    'site_limit',
    errorOf(
      "[youtube] x: This content isn't available, try again later. Your account has been rate-limited by YouTube",
    ),
  ],
  ['site_limit', errorOf('[BiliBili] 1: Request is blocked by server (412)', { status: 412 })],
  [
    'site_limit',
    errorOf('[vimeo] 1: Unable to download webpage: HTTP Error 403: Forbidden', { status: 403 }),
  ],
  [
    'site_limit',
    errorOf(
      '[Instagram] x: The webpage request was redirected to the login page. You have exceeded the rate-limit',
    ),
  ],
  [
    'age',
    errorOf('[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.'),
  ],
  ['age', errorOf('[twitter] 1: NSFW tweet requires authentication. Use --cookies')],
  ['private', errorOf('[youtube] x: Private video. Sign in if you’ve been granted access to this video')],
  ['private', errorOf('[twitter] 1: You are not authorized to view this protected tweet. Use --cookies')],
  ['private', errorOf('[vimeo] 1: Cannot download embed-only video without embedding URL.', { status: 403 })],
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
  ['login', errorOf('[vimeo] 1: The web client only works when logged-in.')],
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
  [
    'no_media',
    errorOf('[XiaoHongShu] x: No video formats found!; please report this issue', { expected: false }),
  ],
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

test.each(table.map(([code, error]) => [error.message.slice(0, 80), error, code] as const))(
  'the error "%s" has its failure code',
  (_, error, code) => expect(failureOf(error).code).toBe(code),
)

test("yt-dlp's message goes to the log and never to the visitor", () => {
  const failure = failureOf(errorOf('[youtube] x: Private video. Use --cookies-from-browser'))
  expect(JSON.stringify(failure)).not.toContain('--cookies')
  expect(failure.cause).toContain('--cookies-from-browser')
})
