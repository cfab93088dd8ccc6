import { file, text } from '../answers.ts'
import { hasMedia, mediaText, typeOf } from '../media.ts'
import type { Answer, Site } from '../site.ts'
import { captions } from './captions.ts'
import { released } from './hold.ts'

const CODECS: Record<string, string> = {
  '1920x1080': 'avc1.4d4028,mp4a.40.2',
  '1280x720': 'avc1.4d401f,mp4a.40.2',
  '640x360': 'avc1.4d401e,mp4a.40.2',
}
const playlist = (body: string) => text(body, typeOf('x.m3u8'))

/**
 * Adds the attribute CODECS to a master playlist. Most real playlists have it, but ffmpeg does not write it
 * for the playlists of recipes.ts.
 */
const withCodecs = (master: string) =>
  master.replace(/RESOLUTION=(\d+x\d+)/g, (all, size: string) => `${all},CODECS="${CODECS[size] ?? ''}"`)

const unsaid = (link: string) =>
  `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.4d401f"\n${link}\n`

/** A playlist whose segments have private addresses. */
const INSIDE =
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\nhttp://10.0.0.5/0.ts\n#EXTINF:4,\nhttp://private.test/1.ts\n#EXT-X-ENDLIST\n'

/**
 * Returns the response for a file of a stream, or undefined if the file does not exist. The streams are:
 * - /hls/master.m3u8: two resolutions and a separate audio track
 * - /nocodecs/master.m3u8: the same as /hls/master.m3u8, but without the attribute CODECS
 * - /plain/index.m3u8: video with audio
 * - /fmp4/master.m3u8: fragmented MP4 with a separate audio track
 * - /sound/index.m3u8: only audio
 * - /live/index.m3u8: the same as /plain/index.m3u8, but without an end, as in a live stream
 * - /drm/index.m3u8: a stream with DRM
 * - /inside/master.m3u8: segments with private addresses
 * - /dash/manifest.mpd: a DASH manifest; all other streams are HLS
 * - /unsaid/plain.m3u8 and /unsaid/silent.m3u8: CODECS names the picture only; the first has sound
 * - /paced/...: any of these with 5 MB/s on each connection
 * - /held/<id>/...: any of these; while a test holds the id back, only the first two segments arrive fast
 * - /captions/master.m3u8 and /captions/manifest.mpd: the first and the last of these with subtitles
 */
export function stream(path: string): Answer | undefined {
  const name = path.slice(1)
  if (name.startsWith('captions/')) return captions(name.slice('captions/'.length))
  if (name === 'hls/master.m3u8' || name === 'fmp4/master.m3u8') return playlist(withCodecs(mediaText(name)))
  if (name.startsWith('nocodecs/')) {
    const plain = name.replace('nocodecs', 'hls')
    return plain.endsWith('.m3u8') && hasMedia(plain)
      ? playlist(mediaText(plain))
      : hasMedia(plain)
        ? file(plain)
        : undefined
  }
  if (name.startsWith('unsaid/'))
    return playlist(unsaid(name === 'unsaid/plain.m3u8' ? '/plain/index.m3u8' : '/hls/0.m3u8'))
  if (name === 'live/index.m3u8')
    return playlist(mediaText('plain/index.m3u8').replaceAll(/#EXT-X-(ENDLIST|PLAYLIST-TYPE:VOD)\n?/g, ''))
  if (name === 'drm/index.m3u8')
    return playlist(
      mediaText('plain/index.m3u8').replace(
        '#EXTINF',
        '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"\n#EXTINF',
      ),
    )
  if (name === 'inside/master.m3u8') return playlist(INSIDE)
  if (name.startsWith('paced/')) {
    const paced = name.slice('paced/'.length)
    return hasMedia(paced) ? file(paced, { pace: 5_000_000 }) : undefined
  }
  if (name.startsWith('held/')) {
    const [, id = '', ...rest] = name.split('/')
    const kept = rest.join('/')
    const isFirst = !/[2-9]\.\w+$/.test(kept) || kept.endsWith('.m3u8')
    if (!hasMedia(kept)) return undefined
    return file(kept, isFirst ? {} : { held: { from: 0, until: released(id) } })
  }
  const known = name.replace(/^live\//, 'plain/')
  return hasMedia(known) ? file(known) : undefined
}

export const streams: Site = { hosts: ['streams.example'], answer: ({ path }) => stream(path) }
