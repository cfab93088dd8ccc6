// Videos of the imitated YouTube with unusual streams or states. The fields are those that yt-dlp 2026.10
// reads (extractor/youtube/_video.py). All texts are made up.

/**
 * A stream of a video: its number (itag), its file, its media type, and fields that differ from the defaults.
 */
export type Stream = { itag: number; file: string; mime: string; facts: object; query?: string }
/** A video with unusual streams, or with additional fields in the API response. */
type Variant = {
  streams?: Stream[]
  details?: object
  status?: object
  captions?: object
  ads?: () => object
}

const H264 = 'video/mp4; codecs="avc1.4d4028"'
const AAC = 'audio/mp4; codecs="mp4a.40.2"'
const VP9_OPUS: [string, string] = ['video/webm; codecs="vp9"', 'audio/webm; codecs="opus"']

const picture = (width: number, height: number, label = `${height}p`) => ({
  width,
  height,
  fps: 25,
  quality: 'medium',
  qualityLabel: label,
})
const sound = (channels: number, rate: string, averageBitrate: number) => ({
  quality: 'tiny',
  audioQuality: 'AUDIO_QUALITY_MEDIUM',
  audioSampleRate: rate,
  audioChannels: channels,
  averageBitrate,
})
const track = (id: string, displayName: string, audioIsDefault = false) => ({
  audioTrack: { id, displayName, audioIsDefault },
})
const english = track('en.4', 'English original', true)

/**
 * Streams of `unusual0000`: audio with compressed dynamics, surround audio, immersive audio, an audio
 * description, and upscaled video.
 */
const unusual: Stream[] = [
  { itag: 137, file: 'video-1080.mp4', mime: H264, facts: picture(1920, 1080) },
  { itag: 136, file: 'video-720.mp4', mime: 'video/mp4; codecs="avc1.4d401f"', facts: picture(1280, 720) },
  // Two upscaled streams. The first one has the same height as a genuine stream (720p). No genuine stream has
  // the height of the second one (1440p).
  { itag: 136, file: 'video-720.mp4', mime: H264, facts: picture(1280, 720), query: '&xtags=sr%3D1' },
  { itag: 271, file: 'video-1080.mp4', mime: H264, facts: picture(2560, 1440), query: '&xtags=sr%3D1' },
  // Two streams to which yt-dlp gives a low preference. The first one is much shorter than the video, so
  // yt-dlp takes it for damaged. The second one is format 17 (3GP).
  {
    itag: 135,
    file: 'video-360.mp4',
    mime: H264,
    facts: { ...picture(854, 480), approxDurationMs: '3000' },
  },
  {
    itag: 17,
    file: 'combined-360.mp4',
    mime: 'video/3gpp; codecs="mp4v.20.3, mp4a.40.2"',
    facts: picture(176, 144),
  },
  { itag: 140, file: 'audio.m4a', mime: AAC, facts: { ...sound(2, '44100', 129_470), ...english } },
  // The audio track of the previous entry, with compressed dynamics (DRC) and a bitrate only 30 bit/s higher.
  {
    itag: 140,
    file: 'audio.m4a',
    mime: AAC,
    facts: { ...sound(2, '44100', 129_500), ...english, isDrc: true },
  },
  {
    itag: 251,
    file: 'audio.weba',
    mime: 'audio/webm; codecs="opus"',
    facts: { ...sound(2, '48000', 129_000), ...english },
  },
  {
    itag: 328,
    file: 'audio.m4a',
    mime: 'audio/mp4; codecs="ec-3"',
    facts: { ...sound(6, '48000', 384_000), ...english },
  },
  {
    itag: 773,
    file: 'audio.m4a',
    mime: 'audio/mp4; codecs="iamf.001.001.Opus"',
    facts: { ...sound(4, '48000', 900_000), ...english },
  },
  {
    itag: 140,
    file: 'audio.m4a',
    mime: AAC,
    facts: { ...sound(2, '44100', 129_400), ...track('en.5', 'English descriptive') },
  },
  {
    itag: 140,
    file: 'audio.m4a',
    mime: AAC,
    facts: { ...sound(2, '44100', 129_300), ...track('de.10', 'German') },
  },
]

/** Streams of `wideangle00`: two 360° videos, one of them with the label "720p Premium", and audio. */
const wide: Stream[] = [
  {
    itag: 137,
    file: 'video-1080.mp4',
    mime: H264,
    facts: { ...picture(1920, 1080), projectionType: 'EQUIRECTANGULAR' },
  },
  {
    itag: 356,
    file: 'video-720.webm',
    mime: 'video/webm; codecs="vp9"',
    facts: { ...picture(1280, 720, '720p Premium'), projectionType: 'MESH' },
  },
  { itag: 140, file: 'audio.m4a', mime: AAC, facts: sound(2, '44100', 129_470) },
]

/** Duration in seconds of the advertisement before the video `adbefore000`. */
const AD_SECONDS = 3
/** The time in epoch milliseconds at which the advertisement before the video `adbefore000` ends. */
let playsFrom = 0

/**
 * Returns whether the advertisement before a video is still playing. While it plays, requests for the media
 * of the video get 403.
 */
export const isTooEarly = (id: string | null): boolean => id === 'adbefore000' && Date.now() < playsFrom

function advertisement(): object {
  playsFrom = Date.now() + AD_SECONDS * 1_000
  const placement = {
    config: { adPlacementConfig: { kind: 'AD_PLACEMENT_KIND_START' } },
    renderer: { instreamVideoAdRenderer: { playerVars: `length_seconds=${AD_SECONDS}` } },
  }
  return { adPlacements: [{ adPlacementRenderer: placement }] }
}

const refused = (status: string, reason: string) => ({ streams: [], status: { status, reason } })

/** Streams of `fourkvideo0`: 2160p in VP9 only, 1080p in H.264, as on the real YouTube. */
const fourK: Stream[] = [
  { itag: 313, file: 'video-720.webm', mime: 'video/webm; codecs="vp9"', facts: picture(3840, 2160) },
  { itag: 137, file: 'video-1080.mp4', mime: H264, facts: picture(1920, 1080) },
  { itag: 140, file: 'audio.m4a', mime: AAC, facts: sound(2, '44100', 129_470) },
  {
    itag: 251,
    file: 'audio.weba',
    mime: 'audio/webm; codecs="opus"',
    facts: sound(2, '48000', 130_000),
  },
]

/** Streams of `hdrvideo000`: 2160p with 60 frames a second in HDR, as YouTube's format 337. */
const hdr: Stream[] = [
  {
    itag: 337,
    file: 'video-720.webm',
    mime: 'video/webm; codecs="vp09.02.51.10.01.09.16.09.00"',
    facts: { ...picture(3840, 2160, '2160p60 HDR'), fps: 60 },
  },
  ...fourK.slice(1),
]

/** Streams of a minute or more, which only `npm run bench -- watch` makes. */
const watched = (video: string, audio: string, codecs: [string, string], seconds: number): Variant => {
  const length = { approxDurationMs: String(seconds * 1_000) }
  return {
    details: { lengthSeconds: String(seconds) },
    streams: [
      { itag: 137, file: video, mime: codecs[0], facts: { ...picture(1920, 1080), ...length } },
      { itag: 140, file: audio, mime: codecs[1], facts: { ...sound(2, '44100', 129_470), ...length } },
    ],
  }
}

const captionTrack = (languageCode: string, name: string, more: object = {}) => ({
  baseUrl: `https://www.youtube.com/api/timedtext?v=captionvid0&lang=${languageCode}`,
  name: { simpleText: name },
  vssId: `.${languageCode}`,
  languageCode,
  ...more,
})

/** 1080p in HEVC only, and a complete file of 360p. */
const hevc: Stream[] = [
  { itag: 399, file: 'hevc.mp4', mime: 'video/mp4; codecs="hvc1.1.6.L120.90"', facts: picture(1920, 1080) },
  { itag: 140, file: 'audio.m4a', mime: AAC, facts: sound(2, '44100', 129_470) },
  {
    itag: 18,
    file: 'combined-360.mp4',
    mime: 'video/mp4; codecs="avc1.42001E, mp4a.40.2"',
    facts: { ...picture(640, 360), audioQuality: 'AUDIO_QUALITY_LOW' },
  },
]

const heights = [1080, 720, 480, 360, 240, 144]
const ladder = (itags: number[], name: string, mime: string): Stream[] =>
  itags.map((itag, at) => {
    const height = heights[at]!
    const isOwn = name === 'video-%.mp4' && (height === 1080 || height === 720)
    const stored = name.replace('%', isOwn ? `${height}` : '360')
    return { itag, file: stored, mime, facts: picture(Math.round((height * 16) / 9 / 2) * 2, height) }
  })

/** The 25 streams of an ordinary video. */
const everyStream: Stream[] = [
  ...ladder([137, 136, 135, 134, 133, 160], 'video-%.mp4', H264),
  ...ladder([248, 247, 244, 243, 242, 278], 'video-720.webm', VP9_OPUS[0]),
  ...ladder([399, 398, 397, 396, 395, 394], 'video-%.mp4', 'video/mp4; codecs="av01.0.08M.08"'),
  {
    itag: 271,
    file: 'video-720.webm',
    mime: VP9_OPUS[0],
    facts: picture(2560, 1440),
  },
  {
    itag: 18,
    file: 'combined-360.mp4',
    mime: 'video/mp4; codecs="avc1.42001E, mp4a.40.2"',
    facts: picture(640, 360),
  },
  ...[139, 140].map((itag) => ({ itag, file: 'audio.m4a', mime: AAC, facts: sound(2, '44100', itag * 920) })),
  ...[249, 250, 251].map((itag) => ({
    itag,
    file: 'audio.weba',
    mime: VP9_OPUS[1],
    facts: sound(2, '48000', (itag - 230) * 5_500),
  })),
]

export const variants: Record<string, Variant> = {
  ordinary000: {
    streams: everyStream,
    details: { shortDescription: '0:00 Intro\n0:04 Middle\n0:08 End' },
  },
  hevcvideo00: { streams: hevc },
  watchpair00: watched('watch.mp4', 'watch.m4a', [H264, AAC], 120),
  watchwebm00: watched('watch.webm', 'watch.weba', VP9_OPUS, 120),
  watchlarge0: watched('watch-gigabyte.mp4', 'watch-gigabyte.m4a', [H264, AAC], 2_520),
  captionvid0: {
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks: [captionTrack('en', 'English'), captionTrack('de', 'German')],
      },
    },
  },
  fourkvideo0: { streams: fourK },
  hdrvideo000: { streams: hdr },
  lakevideo00: { details: { title: 'Morning at the lake' } },
  unusual0000: { streams: unusual },
  wideangle00: { streams: wide },
  adbefore000: { ads: advertisement },
  // A live stream of three hours that ended a few minutes ago.
  postlive000: { details: { isLiveContent: true, isPostLiveDvr: true, lengthSeconds: '10800' } },
  // When YouTube refuses an IP address, it returns only storyboard pictures, or no streams.
  onlyboards0: { streams: [] },
  reloadneed0: refused('UNPLAYABLE', 'The page needs to be reloaded.'),
  otherapp000: refused('UNPLAYABLE', 'The following content is not available on this app.'),
  endedlive00: refused('LIVE_STREAM_OFFLINE', 'This live event has ended.'),
  norecording: refused('UNPLAYABLE', 'This live stream recording is not available.'),
}
