import { file, text } from '../answers.ts'
import { hasMedia, mediaText, typeOf } from '../media.ts'
import type { Answer } from '../site.ts'

const playlist = (body: string) => text(body, typeOf('x.m3u8'))
const group = (name: string, language: string, link: string, more = '') =>
  `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${name}",LANGUAGE="${language}",URI="${link}"${more}\n`

const GROUPS = [
  group('Signs', 'en', 'forced.m3u8', ',FORCED=YES'),
  group('English', 'en', 'en.m3u8'),
  group('English', 'en', 'mirror.m3u8'),
  group('English SDH', 'en', 'sdh.m3u8'),
  group('Comments of the director', 'en', 'comments.m3u8'),
  group('Deutsch', 'de', 'de'),
].join('')

const segment = (ticks: number, words: string) =>
  `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\n${words}\n`
const words = (body: string) => text(body, 'text/vtt')

const master = () =>
  mediaText('hls/master.m3u8')
    .replace('#EXT-X-STREAM-INF', `${GROUPS}#EXT-X-STREAM-INF`)
    .replaceAll(/^(#EXT-X-STREAM-INF:.*)$/gm, '$1,SUBTITLES="subs"')

const ADVERTISEMENT =
  '<Period duration="PT1S"><AdaptationSet mimeType="video/mp4"><Representation id="ad"><BaseURL>ad.mp4</BaseURL></Representation></AdaptationSet></Period>'
const TEXTS = `<AdaptationSet contentType="text" mimeType="text/vtt" lang="fr"><Representation id="fr" bandwidth="1"><BaseURL>fr.vtt</BaseURL></Representation></AdaptationSet>
<AdaptationSet contentType="text" mimeType="text/vtt" lang="it"><SegmentTemplate media="it-$Number$.vtt" duration="4"/><Representation id="it" bandwidth="1"/></AdaptationSet>
<AdaptationSet contentType="text" mimeType="application/mp4" codecs="stpp" lang="it"><Role schemeIdUri="urn:mpeg:dash:role:2011" value="caption"/><Label>Italiano</Label><SegmentTemplate media="it-$Number$.m4s" initialization="it.mp4" duration="4"/><Representation id="it-2" bandwidth="1"/></AdaptationSet>
<AdaptationSet mimeType="application/mp4" codecs="wvtt" lang="it"><Role schemeIdUri="urn:mpeg:dash:role:2011" value="forced-subtitle"/><SegmentTemplate media="f-$Number$.m4s" initialization="f.mp4" duration="4"/><Representation id="it-3" bandwidth="1"/></AdaptationSet>
<AdaptationSet contentType="text" mimeType="application/mp4" codecs="wvtt" lang="es"><ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011"/><SegmentTemplate media="es-$Number$.m4s" duration="4"/><Representation id="es" bandwidth="1"/></AdaptationSet>`

const answers: Record<string, () => Answer> = {
  'master.m3u8': () => playlist(master()),
  'en.m3u8': () => playlist('#EXTM3U\n#EXTINF:6,\nen-0.vtt\n#EXTINF:6,\nen-1.vtt\n#EXT-X-ENDLIST\n'),
  'en-0.vtt': () => words(segment(900_000, 'The first words')),
  'en-1.vtt': () => words(segment(1_440_000, 'The second words')),
  'manifest.mpd': () =>
    text(
      mediaText('dash/manifest.mpd')
        .replace('<Period', `${ADVERTISEMENT}<Period`)
        .replace(/<\/Period>\s*<\/MPD>/, `${TEXTS}</Period></MPD>`)
        // A period without any length lasts as long as the others leave.
        .replaceAll(/<SegmentTimeline>[^]*?<\/SegmentTimeline>/g, '')
        .replaceAll('startNumber="1">', 'startNumber="1" duration="51200">'),
      typeOf('x.mpd'),
    ),
  'fr.vtt': () => words('WEBVTT\n\n00:01.000 --> 00:03.000\nBonjour\n'),
}

/** `name` is the path below /captions/. The media are those of the other streams. */
export function captions(name: string): Answer | undefined {
  const media = [`hls/${name}`, `dash/${name}`].find(hasMedia)
  return answers[name]?.() ?? (media === undefined ? undefined : file(media))
}
