/** Period of all rate limits in seconds. The rate limits in wrangler.toml have the same period. */
const RATE_LIMIT_SECONDS = 60

export type FailureRow = {
  /**
   * `item`: the site answered, about this item only. `address`: the site refuses our address. `site`: the
   * site or its media failed in another way. `us`: our limits, rules or machines.
   */
  about: 'item' | 'address' | 'site' | 'us' | 'request'
  status: number
  text: string
  /** The platform's name replaces `{site}`. */
  textWithSite?: string
  /**
   * `attempt`: another attempt can succeed. `merger`: the same, and our own service has caused the failure,
   * so the edge does not cache it. `next_merger`: as `merger`, and another merger can succeed at once.
   * Absent: another attempt would fail in the same way.
   */
  retry?: 'attempt' | 'merger' | 'next_merger'
  /** Retry-After in seconds */
  waitSeconds?: number
  /** Something may be broken that the operator can mend. Nothing is broken about a private item. */
  isReportable?: true
}

export const failures = {
  bad_link: {
    about: 'request',
    status: 400,
    text: 'Please enter a valid URL (must include http:// or https://)',
  },
  bad_request: {
    about: 'request',
    status: 400,
    text: 'We could not read this request. Please reload the page and try again.',
  },
  body_too_large: {
    about: 'request',
    status: 413,
    text: 'This request is too large. Please paste just the link.',
  },
  refused_address: {
    about: 'request',
    status: 400,
    text: 'This address can’t be reached from here. Please paste a public link.',
    isReportable: true,
  },
  unsupported: {
    about: 'request',
    status: 400,
    text: 'We don’t support this link. Please paste the link of one public video, song or episode.',
    isReportable: true,
  },
  several_items: {
    about: 'request',
    status: 400,
    text: 'This link leads to a list. Please paste the link of one video or episode.',
  },
  split: {
    about: 'item',
    status: 409,
    text: 'The site keeps this film in several files, which we can’t join. Please look for another copy of it.',
  },
  private: {
    about: 'item',
    status: 403,
    text: 'This item is private. Please paste the link of a public one.',
  },
  embed_only: {
    about: 'item',
    status: 403,
    text: 'This video plays only on pages that its owner chose. Please paste the link of such a page.',
  },
  login: {
    about: 'item',
    status: 403,
    text: 'This item needs a login, and we only handle public items. Please try another link.',
  },
  gate: {
    about: 'item',
    status: 403,
    text: 'The site first asks its visitors a question, about cookies or their age, which we can’t answer. If the same item is on another site, please paste that link.',
  },
  age: {
    about: 'item',
    status: 403,
    text: 'This item is age-restricted and needs a login, which we don’t use. Please try another link.',
  },
  paid: {
    about: 'item',
    status: 403,
    text: 'This item is paid, for members only or behind a password. Please try a public one.',
  },
  drm: {
    about: 'item',
    status: 403,
    text: 'This item is protected (DRM) and can’t be downloaded. Please try another one.',
  },
  geo: {
    about: 'item',
    status: 451,
    text: 'This item isn’t available in our server’s region. If the same item is on another site, please paste that link.',
  },
  blocked: {
    about: 'us',
    status: 451,
    text: 'This item was blocked after a complaint and can’t be downloaded here. Please try another link.',
  },
  switched_off: {
    about: 'us',
    status: 503,
    text: 'We have switched off downloads from this site for now. Please try a link of another site, or come back later.',
    textWithSite:
      'We have switched off downloads from {site} for now. Please try a link of another site, or come back later.',
  },
  removed: {
    about: 'item',
    status: 404,
    text: 'This item was removed or never existed. Please check the link.',
  },
  live: { about: 'item', status: 409, text: 'This is still live. Please come back after it has ended.' },
  post_live: {
    about: 'item',
    status: 409,
    text: 'This stream has just ended and its recording is still being prepared. Please try again in a few hours.',
  },
  not_started: {
    about: 'item',
    status: 409,
    text: 'This has not started yet. Please come back after it has been published.',
  },
  no_media: {
    about: 'item',
    status: 404,
    text: 'There is no video or audio behind this link. Please paste the link of the item itself.',
    isReportable: true,
  },
  stream_only: {
    about: 'item',
    status: 404,
    text: 'The site sends this item in a way that we can’t save. If the same item is on another site, please paste that link.',
    isReportable: true,
  },
  bad_clip: {
    about: 'request',
    status: 400,
    text: 'This clip is not inside the item. Please choose a start before the end, and an end within its length.',
  },
  too_big: {
    about: 'us',
    status: 413,
    text: 'This item is too long or too large for us. Please choose a smaller one.',
  },
  site_limit: {
    about: 'address',
    status: 503,
    text: 'The site is limiting us at the moment. Please try again in a few minutes.',
    retry: 'attempt',
    waitSeconds: 120,
  },
  site_blocks_us: {
    about: 'address',
    status: 503,
    text: 'This site refuses our servers at the moment. Other sites work; please try this one later.',
    textWithSite: '{site} refuses our servers at the moment. Other sites work; please try this one later.',
    waitSeconds: 900,
    isReportable: true,
  },
  exit_down: {
    about: 'us',
    status: 503,
    text: 'Our connection to this site is down at the moment. Other sites work; please try this one later.',
    textWithSite:
      'Our connection to {site} is down at the moment. Other sites work; please try this one later.',
    retry: 'attempt',
    waitSeconds: 120,
  },
  exit_used: {
    about: 'us',
    status: 503,
    text: 'We read only a limited number of links of one site in an hour. Other sites work; please try this one in a few minutes.',
    textWithSite:
      'We read only a limited number of links of {site} in an hour. Other sites work; please try this one in a few minutes.',
    retry: 'next_merger',
    waitSeconds: 120,
  },
  unreachable: {
    about: 'site',
    status: 502,
    text: 'We couldn’t reach the site. Please check the link or try again later.',
    retry: 'attempt',
    isReportable: true,
  },
  timeout: {
    about: 'site',
    status: 504,
    text: 'The site took too long to answer. Please try again.',
    retry: 'attempt',
    isReportable: true,
  },
  too_slow: {
    about: 'site',
    status: 504,
    text: 'The source is too slow for us to finish this file. Please choose a smaller format.',
  },
  broken: {
    about: 'site',
    status: 502,
    text: 'Something changed at the site and we can’t read it. Please try again later or report this link.',
    isReportable: true,
  },
  busy: {
    about: 'us',
    status: 503,
    text: 'All our machines are busy. Please try again in a minute.',
    retry: 'next_merger',
    waitSeconds: 30,
  },
  merger_down: {
    about: 'us',
    status: 503,
    text: 'Our processing service is not answering. Please try again in a minute.',
    retry: 'next_merger',
    waitSeconds: 30,
  },
  rate_limited: {
    about: 'request',
    status: 429,
    text: `Too many requests. Please wait ${RATE_LIMIT_SECONDS} seconds and try again.`,
    waitSeconds: RATE_LIMIT_SECONDS,
  },
  day_used: {
    about: 'request',
    status: 429,
    text: 'Your connection has used as much as one connection may in a day. Please try again after 00:00 UTC.',
  },
  day_over: {
    about: 'us',
    status: 503,
    text: 'We have made as many files as we can make today. Please choose a format that needs no merging, or try again after 00:00 UTC.',
  },
  stale: {
    about: 'request',
    status: 403,
    text: 'This link has expired. Please start again from the homepage.',
    retry: 'attempt',
  },
  forbidden: {
    about: 'request',
    status: 403,
    text: 'This request was not made by our page. Please open the homepage and try again.',
  },
  media_type: {
    about: 'item',
    status: 415,
    text: 'The source did not send video, audio or a picture. Please choose another format.',
  },
  unreadable: {
    about: 'item',
    status: 415,
    text: 'This file is damaged, or in a form that we can’t read. Please choose another format.',
  },
  no_sound: { about: 'item', status: 415, text: 'This video has no sound. Please choose a video format.' },
  no_picture: {
    about: 'item',
    status: 415,
    text: 'This is sound without a picture. Please choose an audio format.',
  },
  no_subtitles: {
    about: 'item',
    status: 415,
    text: 'These subtitles could not be read. Please choose another language.',
  },
  in_parts: {
    about: 'item',
    status: 502,
    text: 'The site sends only a part of this format. Please choose another format.',
  },
  source_failed: {
    about: 'site',
    status: 502,
    text: 'The source stopped sending this file. Please try again or choose another format.',
    retry: 'attempt',
  },
  merge_failed: {
    about: 'us',
    status: 500,
    text: 'This format could not be put together. Please try again or choose another format.',
    retry: 'attempt',
  },
  format_gone: {
    about: 'request',
    status: 410,
    text: 'The requested format is no longer available. 💡 Try refreshing the homepage and selecting a different video quality.',
  },
  item_moved: {
    about: 'request',
    status: 410,
    text: 'The list behind this link has changed, and the item you chose was not found in it. Please paste the link again on the homepage and pick the item from the list.',
  },
  file_gone: {
    about: 'request',
    status: 404,
    text: 'This file has expired and is no longer available for download. Please return to the homepage to download a fresh copy.',
  },
  not_found: {
    about: 'request',
    status: 404,
    text: 'There is nothing at this address. Please start from the homepage.',
    retry: 'attempt',
  },
  cancelled: { about: 'request', status: 410, text: 'This was canceled. Please choose a format again.' },
  internal: {
    about: 'us',
    status: 500,
    text: 'Something went wrong on our side. Please try again.',
    retry: 'merger',
    isReportable: true,
  },
} as const satisfies Record<string, FailureRow>
