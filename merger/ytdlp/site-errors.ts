import type { FailureCode } from '#contract/failure.ts'

/**
 * The rule applies to an error that matches at least one value in `classes`, `extractors`, `statuses` or
 * `phrases`. If `sites` is set, the error must also come from an extractor whose name matches `sites`.
 */
export type Rule = {
  code: FailureCode
  /** Lower-case prefixes of the names of extractors; absent = all extractors. */
  sites?: string[]
  classes?: string[]
  extractors?: string[]
  statuses?: number[]
  /** Lower-case parts of the error message. */
  phrases?: string[]
}

/**
 * Most of these messages say that a login is needed or that nothing was found. In fact the site sends them
 * because the client has the IP address of a server.
 */
export const siteRules: Rule[] = [
  {
    code: 'site_blocks_us',
    sites: ['youtube'],
    phrases: [
      'not a bot',
      'captcha challenge',
      'page needs to be reloaded',
      'failed to extract any player response',
      'not available on this app',
      // YouTube lists no fetchable stream for a client without a PO token or a solved challenge.
      'no video formats found',
    ],
  },
  {
    code: 'removed',
    sites: ['youtube'],
    phrases: ['live event has ended', 'recording is not available'],
  },
  {
    code: 'age',
    sites: ['tiktok', 'vm.tiktok', 'douyin'],
    phrases: ['not be comfortable for some audiences'],
  },
  {
    code: 'site_blocks_us',
    sites: ['tiktok', 'vm.tiktok', 'douyin'],
    statuses: [403],
    phrases: [
      'ip address is blocked',
      'unexpected response from webpage',
      'requiring login',
      'js challenge',
      'challenge data',
      'fresh cookies',
    ],
  },
  // Instagram's message that only followers may see a post is not listed here. It matches the rule for
  // `private` in errors.ts.
  {
    code: 'site_blocks_us',
    sites: ['instagram'],
    statuses: [401, 403],
    phrases: [
      'empty media response',
      'not granting access',
      'need to log in to access this content',
      'no csrf token',
    ],
  },
  { code: 'site_blocks_us', sites: ['facebook'], statuses: [403], phrases: ['cannot parse data'] },
  { code: 'site_limit', sites: ['twitter'], statuses: [403], phrases: ['guest token'] },
  { code: 'embed_only', sites: ['vimeo'], phrases: ['embed-only video'] },
  {
    code: 'site_blocks_us',
    sites: ['vimeo'],
    statuses: [403, 429],
    phrases: ['data center ip', 'tls fingerprint', 'client only works when logged-in', 'new oauth tokens'],
  },
  { code: 'paid', sites: ['bili'], phrases: ['only preview format is available'] },
  {
    code: 'site_blocks_us',
    sites: ['bili'],
    statuses: [352, 403, 412],
    phrases: ['blocked by server', 'rejected by server', 'unable to extract initial state'],
  },
  {
    code: 'site_blocks_us',
    sites: ['xiaohongshu'],
    statuses: [403, 461, 471],
    phrases: ['initial state', 'no video formats found'],
  },
  {
    code: 'site_blocks_us',
    sites: ['reddit'],
    statuses: [403],
    phrases: ['your ip address', 'authentication is required'],
  },
]
