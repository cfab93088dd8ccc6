/** The rows of docs/claims.md, by the names that the English texts use for them. */
export const claims = {
  'merged-files-deleted': 'Merged files are deleted within the retention (1 hour unless set otherwise)',
  'file-deleted-earlier': 'A file can be deleted earlier by its visitor',
  'expired-file-made': 'An expired file can be made again',
  'file-complete-platform': 'A file that is complete at the platform is passed on without being stored',
  'file-made-visitor': 'A file is made for one visitor; its address cannot be guessed',
  'task-deleted-most': 'A task is deleted at most 24 hours after its end',
  'extraction-remembered-most': 'An extraction is remembered for at most 10 minutes',
  'short-links-live': 'Short links live for 30 days and hold what the preview needs',
  'short-link-card':
    'What asks for the card of a short link gets title, picture and brand, and of a blocked or expired link the brand only',
  'visitor-opens-short': 'Each visitor who opens a short link gets a file of their own',
  'while-file-made': 'While a file is made, the page counts real progress and must stay open',
  'clip-picture-begins': 'A clip of a picture begins at the key frame before its start',
  'page-counts-down': 'The page counts down to the deletion',
  'make-merged-converted':
    'Of what we make, only merged and converted files are stored; a format that is a file already says "Nothing is stored on our server"',
  'items-up-4': 'Items of up to 4 hours; merged files of up to 4 GiB',
  'strict-download-limit':
    'No strict download limit; a visitor who sends very many requests in a minute, or receives very many bytes in a day, has to wait',
  'item-time-list':
    'One item at a time; up to twenty links and a hundred items of a list are shown at a time; the link of a video in a playlist gives this video only',
  'row-shows-resolution': 'Each row shows its resolution, and its size where it is known',
  'suggestion-marked-mp4': 'A suggestion is marked: an MP4 with sound of up to 1080p where there is one',
  'enlarge-nothing-merging':
    'We enlarge nothing; merging copies the streams; a picture that the site has enlarged says so',
  'conversions-mp3-animated':
    'Conversions (MP3, animated GIF) are marked, and the page promises no quality above that of the source',
  'add-watermark-take': "We add no watermark, and take the platform's file without one",
  'original-language-comes': 'The original language comes first; dubs are labeled',
  'mp4-files-table':
    'MP4 files have their table of contents in front, are never fragmented, and are verified before they are shown',
  'streams-fit-mp4': 'Streams that do not fit into MP4 become WebM or MKV',
  'upright-1080-1920': 'An upright 1080 by 1920 clip is called 1080p',
  'duplicates-left-out': 'Duplicates are left out of the list',
  'downloads-resumed-26': 'Downloads can be resumed',
  'list-row-without': 'The list has a row without sound if the video without sound is a file of its own',
  'format-browser-cant': 'A format that the browser can’t play can still be saved',
  'source-breaks-off':
    'When the source breaks off, the download breaks off too: no short file looks complete',
  'up-4k-mp4': 'Up to 4K; MP4, WEBM, MKV, MP3, M4A, AAC, OGG',
  'yt-dlp-knows': '"yt-dlp knows over 1000 sites; not every one works every day"',
  'private-paid-age':
    'Private, paid, age-restricted, password-protected and login-only items are not supported',
  'items-drm-refused': 'Items with DRM are refused',
  'episode-sold-public': 'An episode that is sold has no public file or DRM, and is refused',
  'live-stream-refused': 'A live stream is refused while it runs',
  'spotifys-music-refused':
    'Spotify’s music is refused; for an episode, we look for a copy that is published openly',
  'message-says-why': 'The message says why a link failed, and what to do',
  'format-available-offers': '“Format not available” offers to load the list again',
  'connect-public-addresses': 'We connect only to public addresses',
  'whole-share-message': 'A whole share message may be pasted',
  'account-profile-list': "No account, no profile; a list of downloads only in the visitor's own browser",
  'logs-hold-pasted': 'Logs hold no pasted links, titles or addresses',
  'error-logs-kept': 'Error logs are kept for at most 30 days',
  'browser-sends-screen':
    'The browser sends its screen size, time zone, language, system, name and time; the server drops them unread',
  'requests-counted-address':
    'Requests are counted by address for a minute, and addresses are not written down',
  'scrambled-form-address':
    'A scrambled form of the address is kept with the number of files and bytes until the end of the day',
  'platform-learn-requests': 'The platform does not learn who requests an item, nor on which page',
  'host-may-learn': "A host may learn the visitor's address when a file is passed on",
  'preview-plays-directly': "A preview that plays directly from the platform sends it the visitor's address",
  'thumbnails-come-through': 'Thumbnails come through our server',
  'download-links-sealed': 'Download links are sealed',
  'machines-handle-media':
    'Machines that handle media hold no key that opens a download link or a stored file',
  'connection-between-your': 'The connection between your browser and us is encrypted',
  'some-sites-offer':
    'Some sites offer their media without encryption only; we then fetch it without encryption',
  'mail-deleted-after': 'Mail is deleted after a year; data are not sold',
  'analytics-data-kept': 'Analytics data are kept for up to 2 years',
  'nothing-other-companies': 'Nothing of other companies is loaded before consent, on any kind of page',
  'rejecting-easy-accepting': 'Rejecting is as easy as accepting, and downloads do not depend on it',
  'choice-stored-browser':
    'The choice is stored in the browser alone, under three names; recent downloads under a fourth, ten of them',
  'pasted-links-titles': 'Pasted links, titles and file names are no part of the statistics',
  'preview-never-loads': 'The preview never loads ads',
  'without-personalization-non': 'Without personalization only non-personal ads are requested',
  'switching-category-off':
    'Switching a category off stops it at once, in every tab, and erases its cookies on our domain',
  'global-privacy-control': 'Global Privacy Control keeps optional categories off',
  'ads-labeled-nothing': 'Ads are labeled, and nothing depends on them',
  'kind-file-chosen':
    'The kind of file chosen last, saving when ready, the results of a tab and a handed link stay in the browser',
  'link-host-platform':
    'A link, a host or a platform can be blocked, within minutes and in every form of the link that we know',
  'short-links-blocked': 'Short links to a blocked item, and files that were made from it, stop working',
  '3-5-5': '3-5, 5-10 and 5-7 business days, 14 days, 10-14 business days',
  'liability-minimum-age': 'Liability, minimum age',
  'pasted-link-shows': 'A pasted link shows its formats; Download makes the file and saves it',
  'form-link-platform': 'Each form of link that a platform page names is taken',
  'needs-login-private': 'What needs a login or is private gets a message that says so',
  'file-holds-picture': 'A file holds picture and sound, without comments, and subtitles only by choice',
  'host-catalog-search': 'We host no catalog and have no search',
  'beginning-description-shown': 'The beginning of the description is shown',
  'some-sites-keep': 'Some sites keep the home page for use without a network',
  'statistics-ads-exist':
    'Statistics and ads exist only where a brand has them, and count pages and a few actions',
  'people-read-mail': 'People read mail, check notices and answer',
  'rules-rights-policies': 'The rules and rights of the policies',
  'every-page-read': 'Every page can be read without JavaScript, and every format can be saved',
  'moves-field-link': '`/` moves into the field; a link can be pasted anywhere on the home page',
  'bug-report-already': 'A bug report already contains its questions',
  'policies-changed-day': 'Policies changed on the day they name',
  'link-in-address':
    'A link behind our address, or in `?url=`, stands in the field, and nothing starts before a press',
  'status-counted':
    'The status page and the marks of the home page show what was counted of the last hour, and nothing of what is unknown',
  'installed-site-appears': "The installed site appears in Android's share menu",
  'account-app-extension': 'No account, app or extension',
  'preview-another-site': 'A preview that another site opened makes nothing before a press',
  'preview-plays-something': 'A preview that plays something else than the file says so',
  'file-called-complete':
    'A file is called complete only after its check, and playable everywhere only in common codecs',
  'qr-code-leads': 'A QR code leads to the finished file, and makes it again when it is gone',
  'extraction-start-machine': 'An extraction that has to start a machine says so',
  'page-names-platform': 'The page names the platform that refuses us',
  'watermark-93': 'No watermark',
  'up-4k-94': 'Up to 4K',
  'audio-own-95': 'Audio on its own',
  'registration-96': 'No registration',
  'checked-before-you': 'Checked before you save',
  'public-links-98': 'Public links only',
  'free-trial-paid': 'Free, no trial, no paid plan',
  'many-other-sites': 'Many other sites work as well',
  'delete-now-removes': '"Delete now" removes the file at once',
  'times-how-works': 'The times of How It Works are those of a short clip',
  'picture-sound-joined': 'Picture and sound joined',
  'language-made-104': 'The language it was made in',
  'hdr-frame-rate': 'HDR and frame rate shown',
  'subtitles-video-listed':
    'The subtitles of a video are listed, as SRT, WebVTT and text, and one language can go into the video',
  'plays-while-made': 'Plays while it is made',
  'sound-without-video': 'Sound without the video',
  'clean-copy-109': 'The clean copy',
  'tiktok-told-you': 'TikTok is not told who you are',
  'h-264-before': 'H.264 before HEVC',
  'file-once-112': 'Each file once',
  'three-kinds-media': 'Three kinds of media',
  'every-item-post': 'Every item of a post',
  'recorded-space-kept':
    'A recorded Space is kept as audio and a broadcast that has ended as video; on air or without a recording, it is refused',
  'mirrors-understood-116': 'Mirrors are understood',
  'begins-itself-117': 'Begins by itself',
  '480p-1080p-118': '480p to 1080p',
  'app-links-resolved': 'App links resolved',
  'past-live-videos': 'Past live videos',
  'carousel-121': 'One of a carousel',
  'slideshow-note-without':
    'A slideshow or a note without a video lists its pictures, and a slideshow its song',
  'photos-post-offered': 'The photos of a post are offered as JPG, one by one or together as a ZIP',
  'youtube-playlist-vimeo':
    'A YouTube playlist, a Vimeo showcase, a SoundCloud set, a show of Apple Podcasts or TuneIn and a feed list their items',
  'parts-video-listed': 'The parts of a video are listed',
  'upright-filmed-126': 'Upright as filmed',
  'password-ever-127': 'No password, ever',
  'address-film-128': 'Any address of a film',
  'up-2160p-129': 'Up to 2160p',
  'showcases-listed-130': 'Showcases listed',
  'title-names-resolution': 'A title names a resolution only of a platform whose site has it in a test',
  'preview-soundcloud-saved': 'A preview of SoundCloud can be saved and is marked',
  'stream-plays-before': 'A stream plays before its file is made',
  'messages-welcome-134': 'Messages welcome',
  'danmaku-picture-135': 'No danmaku in the picture',
  'part-part-136': 'Part by part',
  'bilibilis-own-servers': 'Bilibili’s own servers',
  'share-links-stay': 'Share links stay whole',
  'without-corner-logo': 'Without the corner logo',
  'copy-once-140': 'Each copy once',
  'formats-source-may': 'Formats the source may have',
  'formats-make-142': 'Formats we make',
  'episode-details-inside': 'Episode details inside',
  'source-144': 'From the source',
  'artwork-fits-145': 'Artwork that fits',
  'secret-links-respected': 'Secret links respected',
  'radio-after-broadcast': 'Radio after the broadcast',
  'sorted-program-148': 'Sorted by program',
  'size-known-beforehand': 'Size known beforehand',
  'all-language-editions': 'All language editions',
  'read-episodes-own': 'Read from the episode’s own page',
  'listen-first-152': 'Listen first',
  'chinese-names-kept': 'Chinese names kept',
  'app-needed-154': 'No app needed',
  'link-profile-set': 'For a link to a profile, a set or a show, a message asks for the link of one item',
  'newest-episode-feed': 'The newest episode of a feed is offered and named as the newest',
  'page-never-asks': 'The page never asks for a login',
  'report-link-writes': '"Report this link" writes a mail with the link and the message',
  'page-title-offers': 'The page of a title offers first the file that the title names',
} as const satisfies Record<string, string>

export type ClaimId = keyof typeof claims

/** The paths of the texts of a part that are like `Text`. */
type Paths<T, Text extends string, Before extends string> = T extends Text
  ? Before
  : T extends string
    ? never
    : {
        [Key in keyof T]: Key extends 'question' ? never : Paths<T[Key], Text, `${Before}.${Key & string}`>
      }[keyof T & (T extends readonly unknown[] ? number : string)]

/** It has a full stop. */
type Sentence = `${string}.${string}`
type Inner<Path extends string> = Path extends `.${infer Rest}` ? Rest : never

/**
 * What each sentence of a part says about the product. A sentence about a site, the law, a device or the
 * visitor says nothing. Questions are left out. A label may stand here too.
 */
export type ClaimsOf<T> = { readonly [Path in Inner<Paths<T, Sentence, ''>>]: readonly ClaimId[] } & {
  readonly [Path in Inner<Paths<T, string, ''>>]?: readonly ClaimId[]
}
