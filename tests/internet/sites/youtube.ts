import { file, html, json, redirect, refuse, text, type Fault } from '../answers.ts'
import { mediaSize } from '../media.ts'
import { released } from './hold.ts'
import type { Site } from '../site.ts'
import { cipherOf, isSolved, PLAYER_ID, playerScript } from './youtube-player.ts'
import { isTooEarly, variants, type Stream } from './youtube-variants.ts'

// The pages and API responses that yt-dlp 2026.10 reads (extractor/youtube/_video.py). All texts are made up.
// yt-dlp first reads a watch page, which is empty here, and then calls the player API. It calls this API
// several times, each time as a different client (an app of YouTube). Only one client gets media URLs from
// the API. The id of the video decides which client that is:
// - `solvedvid00`: TVHTML5; the media URLs need the player script
// - `tokenvideo0`: MWEB; the media URLs need a PO token
// - any other id: VISIONOS; the media URLs need no JavaScript

const PICTURE_HOST = 'https://i.ytimg.com'
const refusal = (status: string, reason: string, more: object = {}) => ({
  playabilityStatus: { status, reason, ...more },
})

/** Responses of the player API for videos that do not play, by video id. */
const states: Record<string, { playabilityStatus: object; videoDetails?: object }> = {
  privatevid0: refusal(
    'LOGIN_REQUIRED',
    'This is a private video. Please sign in to verify that you may see it.',
  ),
  botcheckvid: refusal('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'),
  agegatedvid: refusal('LOGIN_REQUIRED', 'Sign in to confirm your age'),
  removedvid0: refusal('ERROR', 'This video has been removed by the uploader'),
  unavailvid0: refusal('ERROR', 'Video unavailable'),
  membersonly: refusal(
    'UNPLAYABLE',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ),
  geoblockvid: refusal('UNPLAYABLE', 'Video unavailable', {
    errorScreen: {
      playerErrorMessageRenderer: {
        reason: { simpleText: 'Video unavailable' },
        subreason: { simpleText: 'The uploader has not made this video available in your country' },
      },
    },
  }),
  premiereupc: {
    ...refusal('LIVE_STREAM_OFFLINE', 'Premieres in 3 hours'),
    videoDetails: { isUpcoming: true },
  },
}

const picture = (width: number, height: number) => ({
  width,
  height,
  fps: 25,
  quality: 'medium',
  qualityLabel: `${height}p`,
})
const sound = (rate: string) => ({
  quality: 'tiny',
  audioQuality: 'AUDIO_QUALITY_MEDIUM',
  audioSampleRate: rate,
  audioChannels: 2,
})

const complete: Stream[] = [
  {
    itag: 18,
    file: 'combined-360.mp4',
    mime: 'video/mp4; codecs="avc1.42001E, mp4a.40.2"',
    facts: { ...picture(640, 360), audioQuality: 'AUDIO_QUALITY_LOW' },
  },
]
const single: Stream[] = [
  { itag: 137, file: 'video-1080.mp4', mime: 'video/mp4; codecs="avc1.4d4028"', facts: picture(1920, 1080) },
  { itag: 136, file: 'video-720.mp4', mime: 'video/mp4; codecs="avc1.4d401f"', facts: picture(1280, 720) },
  { itag: 134, file: 'video-360.mp4', mime: 'video/mp4; codecs="avc1.4d401e"', facts: picture(640, 360) },
  { itag: 247, file: 'video-720.webm', mime: 'video/webm; codecs="vp9"', facts: picture(1280, 720) },
  { itag: 140, file: 'audio.m4a', mime: 'audio/mp4; codecs="mp4a.40.2"', facts: sound('44100') },
  { itag: 251, file: 'audio.weba', mime: 'audio/webm; codecs="opus"', facts: sound('48000') },
]
/**
 * The streams of the videos `longvideo00`, `slowvideo00`, `pacedvideo0` and `heldvideo…`. Their video stream
 * has about 60 MB, so that a merge takes long enough for a test to observe its progress.
 */
const long: Stream[] = [
  { itag: 137, file: 'long-1080.mp4', mime: 'video/mp4; codecs="avc1.4d4028"', facts: picture(1920, 1080) },
  { itag: 140, file: 'long.m4a', mime: 'audio/mp4; codecs="mp4a.40.2"', facts: sound('44100') },
]
/** The id of a video. If a request for its streams has no PO token, the media host refuses the request. */
const NEEDS_TOKEN = 'tokenvideo0'
/** The only PO token that the media host accepts, in base64url. */
const TOKEN = 'c2VhbGVkLXRva2Vu'
/** The id of a video. Until a client has solved the JavaScript challenges, it cannot fetch the streams. */
const NEEDS_SOLVER = 'solvedvid00'
/** The speed of each slow video in bytes per second and connection, by video id. */
const paces: Record<string, number> = {
  slowvideo00: 1_000_000,
  pacedvideo0: 4_000_000,
  watchpair00: 5_000_000,
  watchwebm00: 5_000_000,
  watchlarge0: 20_000_000,
}
const isHeld = (id: string | null) => /^held(?:video|image)/.test(id ?? '')
const isLong = (id: string | null) => id === 'longvideo00' || isHeld(id) || Object.hasOwn(paces, id ?? '')

function player(id: string): object {
  const seconds = isLong(id) ? 40 : 12
  const about = {
    videoId: id,
    title: isLong(id) ? 'A long made-up video' : 'A made-up YouTube video',
    lengthSeconds: String(seconds),
    author: 'Maker',
    channelId: `UC${'a'.repeat(22)}`,
    shortDescription: 'Made for the sealed internet.',
    viewCount: '5',
    thumbnail: { thumbnails: [{ url: `${PICTURE_HOST}/vi/${id}/hqdefault.jpg`, width: 480, height: 360 }] },
  }
  const state = states[id]
  if (state) return { ...state, videoDetails: { ...about, ...state.videoDetails } }
  const variant = variants[id]
  const address = (itag: number) =>
    `https://rr1---sn-sealed.googlevideo.com/videoplayback?expire=1999999999&id=${id}&itag=${itag}`
  const link = ({ itag, file: name, mime, facts, query = '' }: Stream) => ({
    itag,
    ...(id === NEEDS_SOLVER
      ? { signatureCipher: cipherOf(address(itag)) }
      : { url: `${address(itag)}${query}` }),
    mimeType: mime,
    bitrate: Math.round((mediaSize(name) * 8) / seconds),
    contentLength: String(mediaSize(name)),
    approxDurationMs: String(seconds * 1_000),
    lastModified: '1',
    ...facts,
  })
  return {
    ...variant?.ads?.(),
    ...(variant?.captions && { captions: variant.captions }),
    playabilityStatus: variant?.status ?? { status: 'OK' },
    videoDetails: {
      ...about,
      ...variant?.details,
      ...(id === 'livestream0' && { isLive: true, isLiveContent: true }),
    },
    storyboards: {
      playerStoryboardSpecRenderer: {
        spec: `${PICTURE_HOST}/sb/${id}/storyboard3_L$L/$N.jpg?sqp=x|48#27#100#10#10#0#default#rs$abc`,
      },
    },
    streamingData: {
      expiresInSeconds: '21540',
      formats: isLong(id) || variant?.streams ? [] : complete.map(link),
      adaptiveFormats: (variant?.streams ?? (isLong(id) ? long : single)).map(link),
    },
  }
}

/** Returns one video of a playlist, as JSON in the page of the playlist (extractor/youtube/_tab.py). */
const listedVideo = (id: string, title: string) => ({
  playlistVideoRenderer: {
    videoId: id,
    title: { runs: [{ text: title }] },
    lengthSeconds: '12',
    thumbnail: { thumbnails: [{ url: `${PICTURE_HOST}/vi/${id}/hqdefault.jpg`, width: 480, height: 360 }] },
  },
})

/**
 * The playlist `PLsealed00000` has three videos; the first one is private. The page of `PLlonglist000` lists
 * 100 videos, and has a token for the next page. `PLprivate0000` has four private videos and then a public
 * one. The first and the third video of `PLblocked0000` are the same; in an e2e test, this video is on the
 * block list of the product.
 */
const playlists: Record<string, object[]> = {
  PLsealed00000: [
    listedVideo('privatevid0', 'The first one'),
    listedVideo('sealedvid00', 'The second one'),
    listedVideo('sealedvid01', 'عنوان الثالث'),
  ],
  PLprivate0000: [
    ...[1, 2, 3, 4].map((number) => listedVideo('privatevid0', `Private ${number}`)),
    listedVideo('sealedvid00', 'The only public one'),
  ],
  PLblocked0000: [
    listedVideo('blockedvid0', 'The first one'),
    listedVideo('sealedvid00', 'The second one'),
    listedVideo('blockedvid0', 'The third one'),
  ],
  PLlonglist000: [
    ...Array.from({ length: 100 }, (_, index) => listedVideo('sealedvid00', `Video ${index + 1}`)),
    {
      continuationItemRenderer: {
        continuationEndpoint: { continuationCommand: { token: 'next', request: 'x' } },
      },
    },
  ],
}

function playlistPage(id: string) {
  const contents = playlists[id]
  const list = {
    itemSectionRenderer: { contents: [{ playlistVideoListRenderer: { playlistId: id, contents } }] },
  }
  const data = contents
    ? {
        metadata: { playlistMetadataRenderer: { title: 'A made-up playlist' } },
        contents: {
          twoColumnBrowseResultsRenderer: {
            tabs: [
              { tabRenderer: { selected: true, content: { sectionListRenderer: { contents: [list] } } } },
            ],
          },
        },
      }
    : { alerts: [{ alertRenderer: { type: 'ERROR', text: { simpleText: 'The playlist does not exist.' } } }] }
  return html(
    `<!doctype html><title>YouTube</title><script>var ytInitialData = ${JSON.stringify(data)};</script>`,
  )
}

/** YouTube: its pages, its player API and its image host. */
export const youtube: Site = {
  hosts: [
    'www.youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'youtube.com',
    'youtu.be',
    'youtubei.googleapis.com',
    'i.ytimg.com',
  ],
  answer({ host, path, query, body }) {
    if (path === '/playlist') return playlistPage(query.get('list') ?? '')
    if (host === 'youtu.be') return redirect(`https://www.youtube.com/watch?v=${path.slice(1)}`)
    if (host === 'i.ytimg.com') return file('picture.jpg')
    if (path === '/iframe_api')
      return text(`var scriptUrl = '/s/player/${PLAYER_ID}/www-widgetapi.js'`, 'text/javascript')
    if (path.startsWith(`/s/player/${PLAYER_ID}/`)) return text(playerScript(), 'text/javascript')
    if (path.startsWith('/embed/'))
      return html(
        '<script>ytcfg.set({"INNERTUBE_CONTEXT":{"client":{"clientName":"WEB_EMBEDDED_PLAYER","clientVersion":"1"}}});</script>',
      )
    if (path === '/watch') return html('<!doctype html><title>YouTube</title>')
    if (path === '/youtubei/v1/next')
      return json({ contents: { twoColumnWatchNextResults: { results: { results: { contents: [] } } } } })
    if (path !== '/youtubei/v1/player') return undefined
    const { videoId, context } = JSON.parse(body) as {
      videoId: string
      context: { client: { clientName: string } }
    }
    // With a JavaScript runtime, yt-dlp calls the player API as several clients. For a video that cannot be
    // played, every client gets the same refusal, as on the real YouTube.
    const isRefused = states[videoId] ?? variants[videoId]?.streams?.length === 0
    const answered = { [NEEDS_SOLVER]: 'TVHTML5', [NEEDS_TOKEN]: 'MWEB' }[videoId] ?? 'VISIONOS'
    if (context.client.clientName === answered || isRefused) return json(player(videoId))
    return json({ ...refusal('ERROR', 'This client is not answered here'), videoDetails: { videoId } })
  },
}

function faultOf(id: string | null, kind: string | undefined): Fault {
  if (id === 'strictvid00') return { longestRange: 10 * 1024 ** 2 }
  if (kind === 'audio' && id?.startsWith('heldimage')) return {}
  if (isHeld(id)) return { held: { from: kind === 'audio' ? 300_000 : 7_500_000, until: released(id!) } }
  return { pace: paces[id ?? ''] }
}

/**
 * The media host of YouTube. The host treats the media of these videos differently:
 * - `solvedvid00`: A request needs a solved signature and a solved URL parameter `n`.
 * - `tokenvideo0`: A request needs the PO token.
 * - `strictvid00`: A request must be a GET request for a range of at most 10 MiB. The range must state its
 *   end, so the host refuses `bytes=0-`.
 * - `slowvideo00` and `pacedvideo0`: The host sends the media slowly.
 * - `heldvideo…`: The host sends only the first seconds of the media while a test holds it back.
 * - `heldimage…`: The same of the picture alone.
 */
export const youtubeMedia: Site = {
  hosts: ['.googlevideo.com'],
  answer({ query }) {
    const id = query.get('id')
    const own = variants[id ?? '']?.streams
    const stream = (own ?? (isLong(id) ? long : [...complete, ...single])).find(
      ({ itag }) => String(itag) === query.get('itag'),
    )
    if (!stream) return undefined
    if (id === NEEDS_TOKEN && query.get('pot') !== TOKEN) return refuse(403, 'The token is missing.')
    if (id === NEEDS_SOLVER && !isSolved(query)) return refuse(403, 'The challenges are not solved.')
    if (isTooEarly(id)) return refuse(403, 'The advertisement has not ended.')
    const [type, kind] = /^(\w+)\/\w+/.exec(stream.mime) ?? []
    return file(stream.file, faultOf(id, kind), { 'content-type': type ?? '' })
  },
}
