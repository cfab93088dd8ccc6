import { file, html, refuse, text } from '../answers.ts'
import { mediaText } from '../media.ts'
import type { Answer, Site } from '../site.ts'

// Unusual links: files without a type in their names or with a wrong type, pages with embedded media of other
// sites, and feeds and playlists written by hand. Each of these links once made the product respond wrongly.

const CDN = 'https://cdn.example'
const STREAMS = 'https://streams.example'
const page = (head: string, body = '') =>
  html(`<!doctype html><html><head><title>A page</title>${head}</head><body>${body}</body></html>`)
const described = (data: object) =>
  page(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`,
  )
const as = (type: string, headers: Record<string, string> = {}) =>
  file('combined-360.mp4', {}, { 'content-type': type, ...headers })

const files: Record<string, Answer> = {
  '/IMG_0001.MP4': file('combined-360.mp4'),
  '/get.php': as('video/mp4'),
  '/attachment': as('application/octet-stream', {
    'content-disposition': 'attachment; filename="Holiday.mp4"',
  }),
  '/attachment-by-bytes': as('application/force-download'),
  '/book.m4b': file('audio.m4a', {}, { 'content-type': 'audio/x-m4b' }),
  '/empty.mp4': text('', 'video/mp4'),
  '/page.mp4': text('<!doctype html><title>Please log in</title>', 'video/mp4'),
  '/leaflet': text('%PDF-1.7', 'application/octet-stream'),
}

const pages: Record<string, Answer> = {
  '/plays-no-name': page('', '<video src="/get.php"></video>'),
  '/plays-gone': page('', '<video src="/gone.mp4"></video>'),
  '/plays-memory': page('', '<video src="blob:https://odd.example/1"></video>'),
  '/turning': page(
    `<meta property="og:title" content="&#x202e;evil&#x202c; name"><meta property="og:video" content="${CDN}/combined-360.mp4">`,
  ),
  '/shows/tweet': page(
    '',
    '<blockquote class="twitter-tweet"><p>Words <a href="https://t.co/x">t.co</a></p><a href="https://twitter.com/maker/status/1001">Today</a></blockquote>',
  ),
  '/shows/tiktok': page(
    '',
    '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@maker/video/7000000000000000001"></blockquote>',
  ),
  '/shows/facebook': page(
    '',
    '<iframe src="https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D3000000001"></iframe>',
  ),
  '/shows/private': page(
    '',
    '<iframe data-src="https://www.tiktok.com/embed/v2/7000000000000000002"></iframe>',
  ),
  '/shows/player': page('<meta property="og:video" content="/plays-no-name">'),
  '/shows/flash': page('<meta property="og:video" content="https://odd.example/player.swf">'),
  '/shows/look-alike': page(
    '',
    '<iframe src="https://www.youtube.com.evil.test/embed/sealedvid00"></iframe>',
  ),
  '/shows/inside': page(
    '',
    '<iframe src="http://169.254.169.254/"></iframe><meta property="og:video" content="http://10.0.0.5/x">',
  ),
  '/described/player': described({
    '@type': 'VideoObject',
    name: 'Elsewhere',
    embedUrl: 'https://www.youtube.com/embed/sealedvid00',
  }),
  '/described/episode': described({
    '@type': 'PodcastEpisode',
    name: 'An episode',
    associatedMedia: { contentUrl: `${CDN}/audio.mp3` },
    partOfSeries: { name: 'Made-up Show' },
  }),
}

const feed = (items: string, before = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${before}<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/">
   <channel><title>Made-up Show</title><itunes:author>Maker</itunes:author><itunes:image href="${CDN}/cover.jpg"/>${items}</channel></rss>`
const item = (title: string, more: string, day = 6) =>
  `<item><title>${title}</title><pubDate>${new Date(Date.UTC(2026, 0, day, 10)).toUTCString()}</pubDate>${more}</item>`
const sound = (link = `${CDN}/audio.mp3`, type = 'audio/mpeg') =>
  `<enclosure url="${link}" type="${type}" length="1"/>`
const xml = (body: string | Buffer) => text(body, 'application/rss+xml')
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => item(`Episode ${n}`, sound(`${CDN}/audio.mp3?n=${n}`), -n)).join('')

const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://odd.example/media/"><title>Made-up Show</title><logo>${CDN}/cover.jpg</logo><author><name>Maker</name></author>${entries}</feed>`
const entry = (title: string, links: string, day = 6) =>
  `<entry><title type="html">${title}</title><published>2026-01-${String(day).padStart(2, '0')}T10:00:00Z</published><summary>Words</summary>${links}</entry>`

const feeds: Record<string, Answer> = {
  '/post-first.xml': xml(
    feed(item('A post', '<link>https://odd.example/words</link>', 9) + item('Heard', sound())),
  ),
  '/leaflet-first.xml': xml(
    feed(item('A leaflet', sound(`${CDN}/x.pdf`, 'application/pdf'), 9) + item('Heard', sound())),
  ),
  '/relative.xml': xml(feed(item('Heard', sound(' /media/audio.mp3 ')))),
  '/oldest-first.xml': xml(
    feed(
      item('Old', sound(`${CDN}/audio.m4a`), 1) +
        item('Heard', sound(), 9) +
        item('Older', sound(`${CDN}/audio.m4a?2`), 2),
    ),
  ),
  '/notes.xml': xml(
    feed(
      item(
        'Heard',
        `${sound()}<description><![CDATA[<p>Tom &amp; <a href="x">Jerry</a></p>]]></description>`,
      ),
    ),
  ),
  '/media.xml': xml(feed(item('Heard', `<media:content url="${CDN}/audio.mp3" type="audio/mpeg"/>`))),
  '/sloppy.xml': xml(
    feed(item('Tom & Jerry, caf&eacute; <![CDATA[& <b>bold</b>]]>', sound()), '\n\n<?xml version="1.0"?>'),
  ),
  '/latin.xml': xml(
    Buffer.from(feed(item('Caf\u00e9', sound()), '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1'),
  ),
  '/lying.xml': xml(feed(item('Heard', `${sound()}<itunes:duration>9:59:59</itunes:duration>`))),
  '/many.xml': xml(feed(many(5_000))),
  '/atom.xml': text(
    atom(
      entry('Old', `<link rel="enclosure" type="audio/mpeg" href="${CDN}/audio.mp3?old"/>`, 1) +
        entry('Heard', '<link rel="enclosure" type="audio/mpeg" length="1" href="audio.mp3"/>', 9) +
        entry('A post', '<link href="/words"/>', 12),
    ),
    'application/atom+xml',
  ),
  '/atom-links.xml': text(atom(entry('Heard', `<link href="${CDN}/audio.mp3"/>`)), 'application/atom+xml'),
}

const segments = (line = '') =>
  mediaText('plain/index.m3u8')
    .replace('#EXTINF', `${line}\n#EXTINF`)
    .replaceAll(/^(\d+\.ts)$/gm, `${STREAMS}/plain/$1`)
const playlist = (body: string) => text(body, 'application/vnd.apple.mpegurl')
const tongue = (code: string, more = '') =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${code}",LANGUAGE="${code}"${more},URI="${STREAMS}/hls/2.m3u8?${code}"\n`

const manifest = (periods: string, attributes = 'type="static"') =>
  text(`<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}>${periods}</MPD>`, 'application/dash+xml')
const pictureSet = (source: string) =>
  `<AdaptationSet contentType="video"><Representation id="v" codecs="avc1.4d401f" bandwidth="100000" height="360">${source}</Representation></AdaptationSet>`
const tongueSet = (language: string, role?: string) =>
  `<AdaptationSet mimeType="audio/mp4" lang="${language}">${role ? `<Role schemeIdUri="urn:mpeg:dash:role:2011" value="${role}"/>` : ''}<Representation id="sound-${language}" codecs="mp4a.40.2" bandwidth="100000"><BaseURL>${CDN}/audio.m4a</BaseURL></Representation></AdaptationSet>`

const earlyKey = (link: string) =>
  `#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"\n#EXT-X-STREAM-INF:BANDWIDTH=704816,RESOLUTION=640x360\n${link}\n`

const playlists: Record<string, () => Answer> = {
  '/tongues.m3u8': () =>
    playlist(
      `#EXTM3U\n${tongue('de')}${tongue('en', ',DEFAULT=YES')}${tongue('fr')}#EXT-X-STREAM-INF:BANDWIDTH=704816,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="a"\n${STREAMS}/hls/1.m3u8\n`,
    ),
  '/licence.m3u8': () =>
    playlist('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=704816,RESOLUTION=640x360\n/licence/media.m3u8\n'),
  '/early-key.m3u8': () => playlist(earlyKey(`${STREAMS}/plain/index.m3u8`)),
  '/early-licence.m3u8': () => playlist(earlyKey('/licence/media.m3u8')),
  '/licence/media.m3u8': () =>
    playlist(
      segments(
        '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"',
      ),
    ),
  '/ranges.mpd': () =>
    text(
      `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT12S"><Period><AdaptationSet><Representation id="1" mimeType="video/mp4" codecs="avc1.4d4028,mp4a.40.2" bandwidth="3000000" width="1920" height="1080"><BaseURL>${CDN}/fragmented.mp4</BaseURL><SegmentList><Initialization range="0-999"/><SegmentURL mediaRange="1000-9999"/><SegmentURL mediaRange="10000-19999"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
      'application/dash+xml',
    ),
  '/periods.mpd': () =>
    manifest(
      [4, 12, 4]
        .map(
          (seconds) =>
            `<Period duration="PT${seconds}S">${tongueSet('de', 'dub')}${tongueSet('en', 'main')}</Period>`,
        )
        .join(''),
    ),
  '/first-tongue.mpd': () =>
    manifest(
      `<Period duration="PT12S">${pictureSet(`<BaseURL>${CDN}/video-1080.mp4</BaseURL>`)}<AdaptationSet contentType="video"><Representation id="layer" dependencyId="v" codecs="lvc1" bandwidth="200000" height="1080"><BaseURL>${CDN}/video-1080.mp4</BaseURL></Representation></AdaptationSet>${tongueSet('en')}${tongueSet('es')}</Period>`,
    ),
  '/endless.mpd': () =>
    manifest(
      `<Period>${pictureSet('<SegmentTemplate media="$Number$"><SegmentTimeline><S d="1" r="2000000000"/></SegmentTimeline></SegmentTemplate>')}</Period>`,
    ),
  '/ended.mpd': () =>
    manifest(
      `<Period>${pictureSet('<SegmentTemplate media="$Number$" duration="2"><Initialization range="0-9"/></SegmentTemplate>')}</Period>`,
      'type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z" mediaPresentationDuration="PT12S"',
    ),
  '/no-end.m3u8': () =>
    playlist('#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4.5,\n/0.ts\n#EXTINF:3.5,\n/1.ts\n'),
  '/mark.m3u8': () => playlist('\ufeff#EXTM3U\r\n#EXTINF:4,\r\n/0.ts\r\n#EXT-X-ENDLIST\r\n'),
  '/cr.m3u8': () => playlist('#EXTM3U\r#EXT-X-PLAYLIST-TYPE:VOD\r#EXTINF:4,\r/0.ts\r#EXT-X-ENDLIST\r'),
  '/loop.m3u8': () => playlist('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nloop.m3u8\n'),
  '/pictures.m3u8': () => playlist('#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXTINF:4,\n/0.ts\n#EXT-X-ENDLIST\n'),
  '/words.m3u8': () => playlist('#EXTM3U\n#EXTINF:4,\n/words/0.vtt\n#EXT-X-ENDLIST\n'),
  '/words/0.vtt': () => text('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'text/vtt'),
  '/no-length.m3u8': () => playlist('#EXTM3U\n#EXTINF:,\n/0.ts\n/1.ts\n#EXT-X-ENDLIST\n'),
  '/open-key.m3u8': () => playlist(segments('#EXT-X-KEY:METHOD=AES-128,URI="/key",KEYFORMAT="identity"')),
}

export const strange: Site = {
  hosts: ['odd.example'],
  answer: ({ path }) =>
    files[path] ??
    pages[path] ??
    feeds[path] ??
    playlists[path]?.() ??
    (path === '/media/audio.mp3'
      ? file('audio.mp3')
      : /^\/status\/\d{3}$/.test(path)
        ? refuse(Number(path.slice(-3)), '')
        : undefined),
}
