/**
 * Every way the product can fail: code -> [HTTP status, the words a visitor reads]. Each sentence says what to do next.
 * A failure may carry a more exact sentence (a platform's own message); the code stays the same.
 */
export const failures = {
  bad_link: [400, 'Please enter a valid URL (must include http:// or https://)'],
  bad_request: [400, 'We could not read this request. Please reload the page and try again.'],
  body_too_large: [413, 'This request is too large. Please paste just the link.'],
  refused_address: [400, 'This address can’t be reached from here. Please paste a public link.'],
  unsupported: [
    400,
    'We don’t support this link. Please paste the link of one public video, song or episode.',
  ],
  several_items: [400, 'This link leads to a list. Please paste the link of one video or episode.'],
  private: [403, 'This item is private. Please paste the link of a public one.'],
  login: [403, 'This item needs a login, and we only handle public items. Please try another link.'],
  age: [403, 'This item is age-restricted and needs a login, which we don’t do. Please try another link.'],
  paid: [403, 'This item is paid, for members only or behind a password. Please try a public one.'],
  drm: [403, 'This item is protected (DRM) and can’t be downloaded. Please try another one.'],
  geo: [451, 'This item isn’t available in our server’s region. Please try another source of it.'],
  blocked: [
    451,
    'This item was blocked after a complaint and can’t be downloaded here. Please try another link.',
  ],
  removed: [404, 'This item was removed or never existed. Please check the link.'],
  live: [409, 'This is still live. Please come back after it has ended.'],
  not_started: [409, 'This has not started yet. Please come back after it has been published.'],
  no_media: [404, 'There is no video or audio behind this link. Please paste the link of the item itself.'],
  too_big: [413, 'This item is too long or too large for us. Please choose a smaller one.'],
  site_limit: [503, 'The site is limiting us at the moment. Please try again in a few minutes.'],
  unreachable: [502, 'We couldn’t reach the site. Please check the link or try again later.'],
  timeout: [504, 'The site took too long to answer. Please try again.'],
  broken: [
    502,
    'Something changed at the site and we can’t read it. Please try again later or report this link.',
  ],
  busy: [503, 'All our machines are busy. Please try again in a minute.'],
  merger_down: [503, 'Our processing service is not answering. Please try again in a minute.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  stale: [403, 'This link has expired. Please start again from the homepage.'],
  forbidden: [403, 'This request was not made by our page. Please open the homepage and try again.'],
  media_type: [415, 'The source did not send video, audio or a picture. Please choose another format.'],
  no_sound: [415, 'This video has no sound. Please choose a video format.'],
  no_picture: [415, 'This is sound without a picture. Please choose an audio format.'],
  source_failed: [502, 'The source stopped sending this file. Please try again or choose another format.'],
  merge_failed: [500, 'This format could not be put together. Please try again or choose another format.'],
  format_gone: [
    410,
    'The requested format is no longer available. 💡 Try refreshing the homepage and selecting a different video quality.',
  ],
  file_gone: [
    404,
    'This file has expired and is no longer available for download. Please return to the homepage to download a fresh copy.',
  ],
  not_found: [404, 'There is nothing at this address. Please start from the homepage.'],
  cancelled: [410, 'This was cancelled. Please choose a format again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, words: string]>

export type FailureCode = keyof typeof failures

/** Whether a text that crossed a border is one of our codes. */
export function isFailureCode(text: unknown): text is FailureCode {
  return typeof text === 'string' && Object.hasOwn(failures, text)
}

/** What may go wrong, thrown by name; `cause` is for the log and never shown. */
export class Failure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message?: string, options?: { cause?: unknown }) {
    super(message ?? failures[code][1], options)
    this.name = 'Failure'
    this.code = code
  }
  get status(): number {
    return failures[this.code][0]
  }
  /** The answer on the wire. */
  toJSON(): { error: string; code: FailureCode } {
    return { error: this.message, code: this.code }
  }
}
