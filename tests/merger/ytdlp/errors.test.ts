import { expect, test } from 'vitest'
import type { FailureCode } from '#contract/failure.ts'
import { failureOf } from '../../../merger/ytdlp/errors.ts'
import type { ExtractionError } from '../../../merger/ytdlp/facts.ts'

const said = (message: string, more: Partial<ExtractionError> = {}): ExtractionError => ({
  class: 'ExtractorError',
  expected: true,
  message: `ERROR: ${message}`,
  ...more,
})

const table: [FailureCode, ExtractionError][] = [
  ['drm', said('[DRM] The requested site is known to use DRM protection.', { extractor: 'DRM' })],
  ['drm', said('[soundcloud] 5: This video is DRM protected')],
  ['unsupported', said('Unsupported URL: https://a.example/', { class: 'UnsupportedError' })],
  ['unsupported', said('[Piracy] This website is no longer supported', { extractor: 'Piracy' })],
  ['site_limit', said('[youtube] x: Sign in to confirm you’re not a bot. Use --cookies')],
  [
    'site_limit',
    said(
      "[youtube] x: This content isn't available, try again later. Your account has been rate-limited by YouTube",
    ),
  ],
  ['site_limit', said('[BiliBili] 1: Request is blocked by server (412)', { status: 412 })],
  ['site_limit', said('[vimeo] 1: Unable to download webpage: HTTP Error 403: Forbidden', { status: 403 })],
  [
    'site_limit',
    said(
      '[Instagram] x: The webpage request was redirected to the login page. You have exceeded the rate-limit',
    ),
  ],
  ['age', said('[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users.')],
  ['age', said('[twitter] 1: NSFW tweet requires authentication. Use --cookies')],
  ['private', said('[youtube] x: Private video. Sign in if you’ve been granted access to this video')],
  ['private', said('[twitter] 1: You are not authorized to view this protected tweet. Use --cookies')],
  ['private', said('[vimeo] 1: Cannot download embed-only video without embedding URL.', { status: 403 })],
  ['paid', said('[youtube] x: Join this channel to get access to members-only content like this video')],
  ['paid', said('[vimeo] 1: This video is protected by a password, use the --video-password option')],
  [
    'geo',
    said('[soundcloud] not available from your location due to geo restriction', {
      class: 'GeoRestrictedError',
    }),
  ],
  ['geo', said('[youtube] x: The uploader has not made this video available in your country')],
  ['geo', said('Unable to download webpage: HTTP Error 451', { status: 451 })],
  ['login', said('[facebook] 1: This video is only available for registered users. Use --cookies')],
  ['login', said('[vimeo] 1: The web client only works when logged-in.')],
  ['not_started', said('[youtube] x: Premieres in 3 hours')],
  ['not_started', said('[twitch] The channel is not currently live', { class: 'UserNotLive' })],
  ['removed', said('[youtube] x: Video unavailable')],
  ['removed', said('[BiliBili] 1: This video may be deleted or geo-restricted. You might want to try a VPN')],
  ['removed', said('[PlayerFm] x: HTTP Error 404: Not Found', { status: 404 })],
  [
    'removed',
    said('[TikTok] 1: Video not available, status code 10231; please report this issue', { expected: false }),
  ],
  ['no_media', said('[twitter] 1: No video could be found in this tweet')],
  [
    'no_media',
    said('[XiaoHongShu] x: No video formats found!; please report this issue', { expected: false }),
  ],
  ['timeout', said('the deadline is over', { class: 'Timeout' })],
  [
    'timeout',
    said('[generic] x: The read operation timed out', {
      class: 'TransportError',
      causes: ['TransportError: The read operation timed out'],
    }),
  ],
  ['unreachable', said('<urlopen error Tunnel connection failed: 502 unreachable>', { class: 'ProxyError' })],
  ['unreachable', said('HTTP Error 500: Internal Server Error', { status: 500, class: 'HTTPError' })],
  ['unreachable', said('HTTP Error 530: unknown', { status: 530, class: 'HTTPError' })],
  [
    'unreachable',
    said('HTTP Error 302: Found (redirect loop detected)', { status: 302, class: 'HTTPError' }),
  ],
  ['paid', said('HTTP Error 402: Payment Required', { status: 402, class: 'HTTPError' })],
  ['timeout', said('HTTP Error 408: Request Timeout', { status: 408, class: 'HTTPError' })],
  ['broken', said('no data in https://site.example/premium/drm-protected', { class: 'KeyError' })],
  ['unreachable', said('certificate verify failed', { class: 'CertificateVerifyError' })],
  [
    'refused_address',
    said('<urlopen error Tunnel connection failed: 403 refused_address>', { class: 'ProxyError' }),
  ],
  ['refused_address', said('HTTP Error 403: Forbidden', { status: 403, denied: true })],
  ['refused_address', said('egress refused: (10.0.0.5, 80)', { class: 'PermissionError' })],
  ['too_big', said('', { class: 'MemoryError' })],
  ['too_big', said('the answer is too large', { class: 'TooLarge' })],
  ['broken', said("[youtube] x: 'INNERTUBE_CONTEXT'", { class: 'KeyError', expected: false })],
  [
    'broken',
    said('[x] Unable to extract title; please report this issue', {
      class: 'RegexNotFoundError',
      expected: false,
    }),
  ],
]

test.each(table.map(([code, error]) => [error.message.slice(0, 80), error, code] as const))(
  '"%s" has its own code',
  (_, error, code) => expect(failureOf(error).code).toBe(code),
)

test("yt-dlp's words go to the log, never to the visitor", () => {
  const failure = failureOf(said('[youtube] x: Private video. Use --cookies-from-browser'))
  expect(JSON.stringify(failure)).not.toContain('--cookies')
  expect(failure.cause).toContain('--cookies-from-browser')
})
