import type { VideoInfo } from '#contract/api.ts'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import type { Proof } from '#contract/engine/merge.ts'

/**
 * Returns a rendition with the given fields. The other fields describe an mp4 over HTTP that has video and
 * sound, and whose codecs, size and bitrates are unknown.
 */
export function rendition(facts: Partial<Rendition>): Rendition {
  return {
    id: 'r',
    kind: 'both',
    transport: 'http',
    url: 'https://cdn.test/v.mp4',
    container: 'mp4',
    vcodec: null,
    acodec: null,
    width: null,
    height: null,
    fps: null,
    hdr: false,
    tbr: null,
    abr: null,
    vbr: null,
    filesize: null,
    filesize_approx: null,
    language: null,
    original: true,
    headers: {},
    cookies: null,
    bound: false,
    lines: null,
    user_agent: null,
    available_at: null,
    traits: [],
    name: null,
    version: null,
    ...facts,
  }
}

/** Facts that an item without any has. */
export const nothingKnown = {
  led_to: null,
  uploader: null,
  description: null,
  thumbnail: null,
  duration: null,
  series: null,
  season_number: null,
  episode_number: null,
  date: null,
  song: { title: null, artist: null, album: null, album_artist: null, genre: null, track: null, disc: null },
  chapters: [],
  subtitles: [],
  artwork: null,
  part: null,
  cover: null,
  list_title: null,
  section: null,
  expires_at: null,
  is_preview: false,
} satisfies Partial<Extraction>

/** A response of the API to an extraction that found no formats. */
export const emptyInfo: VideoInfo = {
  title: 't',
  platform: 'x',
  is_podcast: false,
  formats: [],
  source_url: 'https://a.example/',
}

export const proof: Proof = {
  container: 'mp4',
  duration: 12,
  width: 1_920,
  height: 1_080,
  video_codec: 'h264',
  audio_codec: 'aac',
}
