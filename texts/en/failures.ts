import type { ClaimsOf } from '../claims.ts'

export const texts = {
  /** Each says what went wrong and what to do. */
  general: {
    bad_link: 'Please enter a valid URL (must include http:// or https://)',
    bad_request: 'We could not read this request. Please reload the page and try again.',
    body_too_large: 'This request is too large. Please paste just the link.',
    refused_address: 'This address can’t be reached from here. Please paste a public link.',
    unsupported: 'We don’t support this link. Please paste the link of one public video, song or episode.',
    several_items: 'This link leads to a list. Please paste the link of one video or episode.',
    split:
      'The site keeps this film in several files, which we can’t join. Please look for another copy of it.',
    private: 'This item is private. Please paste the link of a public one.',
    embed_only: 'This video plays only on pages that its owner chose. Please paste the link of such a page.',
    login: 'This item needs a login, and we only handle public items. Please try another link.',
    gate: 'The site first asks its visitors a question, about cookies or their age, which we can’t answer. If the same item is on another site, please paste that link.',
    age: 'This item is age-restricted and needs a login, which we don’t use. Please try another link.',
    paid: 'This item is paid, for members only or behind a password. Please try a public one.',
    drm: 'This item is protected (DRM) and can’t be downloaded. Please try another one.',
    geo: 'This item isn’t available in our server’s region. If the same item is on another site, please paste that link.',
    blocked: 'This item was blocked after a complaint and can’t be downloaded here. Please try another link.',
    switched_off:
      'We have switched off downloads from this site for now. Please try a link of another site, or come back later.',
    removed: 'This item was removed or never existed. Please check the link.',
    live: 'This is still live. Please come back after it has ended.',
    post_live:
      'This stream has just ended and its recording is still being prepared. Please try again in a few hours.',
    not_started: 'This has not started yet. Please come back after it has been published.',
    no_media: 'There is no video or audio behind this link. Please paste the link of the item itself.',
    stream_only:
      'The site sends this item in a way that we can’t save. If the same item is on another site, please paste that link.',
    bad_clip:
      'This clip is not inside the item. Please choose a start before the end, and an end within its length.',
    too_big: 'This item is too long or too large for us. Please choose a smaller one.',
    site_limit: 'The site is limiting us at the moment. Please try again in a few minutes.',
    site_blocks_us:
      'This site refuses our servers at the moment. Other sites work; please try this one later.',
    exit_down:
      'Our connection to this site is down at the moment. Other sites work; please try this one later.',
    exit_used:
      'We read only a limited number of links of one site in an hour. Other sites work; please try this one in a few minutes.',
    unreachable: 'We couldn’t reach the site. Please check the link or try again later.',
    timeout: 'The site took too long to answer. Please try again.',
    too_slow: 'The source is too slow for us to finish this file. Please choose a smaller format.',
    broken: 'Something changed at the site and we can’t read it. Please try again later or report this link.',
    busy: 'All our machines are busy. Please try again in a minute.',
    merger_down: 'Our processing service is not answering. Please try again in a minute.',
    rate_limited: 'Too many requests. Please wait {seconds} seconds and try again.',
    day_used:
      'Your connection has used as much as one connection may in a day. Please try again after 00:00 UTC.',
    day_over:
      'We have made as many files as we can make today. Please choose a format that needs no merging, or try again after 00:00 UTC.',
    stale: 'This link has expired. Please start again from the homepage.',
    forbidden: 'This request was not made by our page. Please open the homepage and try again.',
    media_type: 'The source did not send video, audio or a picture. Please choose another format.',
    unreadable: 'This file is damaged, or in a form that we can’t read. Please choose another format.',
    no_sound: 'This video has no sound. Please choose a video format.',
    no_picture: 'This is sound without a picture. Please choose an audio format.',
    no_subtitles: 'These subtitles could not be read. Please choose another language.',
    in_parts: 'The site sends only a part of this format. Please choose another format.',
    source_failed: 'The source stopped sending this file. Please try again or choose another format.',
    merge_failed: 'This format could not be put together. Please try again or choose another format.',
    format_gone:
      'The requested format is no longer available. 💡 Try refreshing the homepage and selecting a different video quality.',
    item_moved:
      'The list behind this link has changed, and the item you chose was not found in it. Please paste the link again on the homepage and pick the item from the list.',
    file_gone:
      'This file has expired and is no longer available for download. Please return to the homepage to download a fresh copy.',
    not_found: 'There is nothing at this address. Please start from the homepage.',
    cancelled: 'This was canceled. Please choose a format again.',
    internal: 'Something went wrong on our side. Please try again.',
  },
  /** The same, where the site is known. */
  withSite: {
    switched_off:
      'We have switched off downloads from {site} for now. Please try a link of another site, or come back later.',
    site_blocks_us: '{site} refuses our servers at the moment. Other sites work; please try this one later.',
    exit_down: 'Our connection to {site} is down at the moment. Other sites work; please try this one later.',
    exit_used:
      'We read only a limited number of links of {site} in an hour. Other sites work; please try this one in a few minutes.',
  },
  /** About one site or kind of site. */
  special: {
    podcast_no_media:
      'We found no public file of this episode. It may be for subscribers only. Please try another one.',
    instagram_login:
      'Instagram shows this post only after a login, and we use none. Please try another link.',
    tunein_live: 'This is a live station, and it has no end. Please look for a recorded show of it.',
    spotify_drm:
      'Spotify protects its audio with DRM, so it can’t be downloaded here. Many podcasts on Spotify are also published openly: paste the Apple Podcasts, Player.FM or RSS link of the same episode.',
    youtube_live:
      'This link leads to a channel’s live page, and streams can’t be saved while they run. Please paste the link of the video after the stream has ended.',
    own_link: 'This is a link to this page. Please paste the link of a video, song or episode.',
  },
  /** Work that an operator has switched off. */
  workOff: {
    merges:
      'We make no files at the moment. Please choose a format that needs no merging, or come back later.',
    relays:
      'We pass on no media of this site at the moment. Please try a link of another site, or come back later.',
    extractions: 'We read no links at the moment. Please come back later.',
  },
  /** Shown after a failure about a format that is not available. */
  tip: '💡 Try refreshing the homepage and selecting a different video quality.',
  /** What a page says if the answer has no words: `failed` after an error, `noDetails` without formats. */
  page: {
    home: {
      failed: 'Failed to process video',
      noDetails: 'Could not retrieve video details. The response was not in the expected format.',
      exception: 'An error occurred while processing the video',
    },
    plain: {
      failed: 'Failed to process video',
      noDetails: 'Could not retrieve video details.',
      exception: 'An error occurred while processing the video',
    },
    video: {
      failed: 'Failed to process {platform} video',
      noDetails: 'Could not retrieve {platform} video details.',
      exception: 'An error occurred while processing the {platform} video',
    },
    episode: {
      failed: 'Failed to process {platform} episode',
      noDetails: 'Could not retrieve {platform} episode details.',
      exception: 'An error occurred while processing the {platform} episode',
    },
    track: {
      failed: 'Failed to process {platform} track',
      noDetails: 'Could not retrieve {platform} track details.',
      exception: 'An error occurred while processing the {platform} track',
    },
    content: {
      failed: 'Failed to process {platform} content',
      noDetails: 'Could not retrieve {platform} content details.',
      exception: 'An error occurred while processing the {platform} content',
    },
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  'general.bad_link': ['message-says-why'],
  'general.bad_request': ['message-says-why'],
  'general.body_too_large': ['message-says-why'],
  'general.refused_address': ['message-says-why'],
  'general.unsupported': ['message-says-why'],
  'general.several_items': ['message-says-why'],
  'general.split': ['message-says-why'],
  'general.private': ['message-says-why'],
  'general.embed_only': ['message-says-why'],
  'general.login': ['message-says-why'],
  'general.gate': ['message-says-why'],
  'general.age': ['message-says-why'],
  'general.paid': ['message-says-why'],
  'general.drm': ['message-says-why'],
  'general.geo': ['message-says-why'],
  'general.blocked': ['message-says-why'],
  'general.switched_off': ['message-says-why'],
  'general.removed': ['message-says-why'],
  'general.live': ['message-says-why'],
  'general.post_live': ['message-says-why'],
  'general.not_started': ['message-says-why'],
  'general.no_media': ['message-says-why'],
  'general.stream_only': ['message-says-why'],
  'general.bad_clip': ['message-says-why'],
  'general.too_big': ['message-says-why'],
  'general.site_limit': ['message-says-why'],
  'general.site_blocks_us': ['message-says-why'],
  'general.exit_down': ['message-says-why'],
  'general.exit_used': ['message-says-why'],
  'general.unreachable': ['message-says-why'],
  'general.timeout': ['message-says-why'],
  'general.too_slow': ['message-says-why'],
  'general.broken': ['message-says-why'],
  'general.busy': ['message-says-why'],
  'general.merger_down': ['message-says-why'],
  'general.rate_limited': ['message-says-why'],
  'general.day_used': ['message-says-why'],
  'general.day_over': ['message-says-why'],
  'general.stale': ['message-says-why'],
  'general.forbidden': ['message-says-why'],
  'general.media_type': ['message-says-why'],
  'general.unreadable': ['message-says-why'],
  'general.no_sound': ['message-says-why'],
  'general.no_picture': ['message-says-why'],
  'general.no_subtitles': ['message-says-why'],
  'general.in_parts': ['message-says-why'],
  'general.source_failed': ['message-says-why'],
  'general.merge_failed': ['message-says-why'],
  'general.format_gone': ['message-says-why'],
  'general.item_moved': ['message-says-why'],
  'general.file_gone': ['message-says-why'],
  'general.not_found': ['message-says-why'],
  'general.cancelled': ['message-says-why'],
  'general.internal': ['message-says-why'],
  'withSite.switched_off': ['message-says-why'],
  'withSite.site_blocks_us': ['message-says-why'],
  'withSite.exit_down': ['message-says-why'],
  'withSite.exit_used': ['message-says-why'],
  'special.podcast_no_media': ['message-says-why'],
  'special.instagram_login': ['message-says-why'],
  'special.tunein_live': [],
  'special.spotify_drm': [],
  'special.youtube_live': [],
  'special.own_link': [],
  'workOff.merges': ['message-says-why'],
  'workOff.relays': ['message-says-why'],
  'workOff.extractions': ['message-says-why'],
  tip: [],
  'page.home.noDetails': [],
  'page.plain.noDetails': [],
  'page.video.noDetails': [],
  'page.episode.noDetails': [],
  'page.track.noDetails': [],
  'page.content.noDetails': [],
}
