import { gzipSync } from 'node:zlib'
import { redirect, text } from '../answers.ts'
import type { Answer, Site } from '../site.ts'

// Feeds as publishers really serve them: in other forms, with a wrong type or encoding, cut off, or moved.

const CDN = 'https://cdn.example'
const SOUND = `${CDN}/audio.mp3`
const SPACES =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:podcast="https://podcastindex.org/namespace/1.0"'

const rss = (channel: string, root = `rss version="2.0" ${SPACES}`, before = '<?xml version="1.0"?>') =>
  `${before}<${root}><channel><title>Made-up Show</title>${channel}</channel></${root.split(' ', 1)[0]}>`
const day = (number: number) => new Date(Date.UTC(2026, 0, number, 10)).toUTCString()
const item = (title: string, more = `<enclosure url="${SOUND}" type="audio/mpeg" length="1"/>`, date = 6) =>
  `<item><title>${title}</title><pubDate>${day(date)}</pubDate>${more}</item>`
const enclosed = (url: string, type: string) => `<enclosure url="${url}" type="${type}" length="1"/>`
const xml = (body: string | Buffer, type = 'application/rss+xml') => text(body, type)
const inLatin = (body: string) => Buffer.from(body, 'latin1')
const declared = (encoding: string, title: string) =>
  rss(item(title), undefined, `<?xml version="1.0" encoding="${encoding}"?>`)
const utf16be = (body: string) =>
  Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(body, 'utf16le').swap16()])

const RDF =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:dc="http://purl.org/dc/elements/1.1/">'
const rdf = `${RDF}<channel rdf:about="https://feeds.example/"><title>Made-up Show</title></channel>
<item><title>Old</title><dc:date>2026-01-01T10:00:00Z</dc:date><enc:enclosure rdf:resource="${SOUND}?old" enc:type="audio/mpeg"/></item>
<item><title>Heard</title><dc:date>2026-01-06T10:00:00Z</dc:date><enc:enclosure rdf:resource="${SOUND}" enc:type="audio/mpeg"/></item></rdf:RDF>`

const jsonFeed = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Made-up Show',
  icon: `${CDN}/cover.jpg`,
  authors: [{ name: 'Maker' }],
  items: [
    {
      id: '1',
      title: 'Old',
      date_published: '2026-01-01T10:00:00Z',
      attachments: [{ url: `${SOUND}?old`, mime_type: 'audio/mpeg' }],
    },
    {
      id: '2',
      title: 'Heard',
      date_published: '2026-01-06T10:00:00Z',
      content_html: '<p>Words</p>',
      attachments: [{ url: '/media/audio.mp3', mime_type: 'audio/mpeg', duration_in_seconds: 12 }],
    },
    { id: '3', title: 'A post', url: 'https://feeds.example/words' },
  ],
}

const withMore = (more: string) => xml(rss(item('Heard', enclosed(SOUND, 'audio/mpeg') + more)))
const simple = (declaration: string, prefix: string) =>
  `<${prefix}:chapters ${declaration}><${prefix}:chapter start="00:00:00,000" title="Hello"/><${prefix}:chapter start="00:00:02"/><${prefix}:chapter start="00:00:05,500" title="Goodbye"/></${prefix}:chapters>`

const answers: Record<string, () => Answer> = {
  '/type-image.xml': () => xml(rss(item('Heard', enclosed(SOUND, 'image/jpeg')))),
  '/type-html.xml': () => xml(rss(item('Heard', enclosed(`${SOUND}?x=1`, 'text/html')))),
  '/picture-first.xml': () =>
    xml(rss(item('Heard', enclosed(`${CDN}/cover.jpg`, 'image/jpeg') + enclosed(SOUND, 'audio/mpeg')))),
  '/moved.xml': () =>
    xml(rss('<itunes:new-feed-url>https://feeds.example/type-image.xml</itunes:new-feed-url>')),
  '/moved-stub.xml': () =>
    xml(
      rss(
        `<itunes:new-feed-url>feed://feeds.example/type-image.xml</itunes:new-feed-url>${item('We moved', '<link>https://feeds.example/words</link>')}`,
      ),
    ),
  '/moved-round.xml': () =>
    xml(rss('<itunes:new-feed-url>https://feeds.example/moved-back.xml</itunes:new-feed-url>')),
  '/moved-back.xml': () =>
    xml(rss('<itunes:new-feed-url>https://feeds.example/moved-round.xml</itunes:new-feed-url>')),
  '/moved-inside.xml': () =>
    xml(rss('<itunes:new-feed-url>http://private.test/feed.xml</itunes:new-feed-url>')),
  '/says-latin.xml': () => xml(declared('ISO-8859-1', 'Épisode – Код')),
  '/says-utf8.xml': () => xml(inLatin(declared('utf-8', 'Caf\u00e9'))),
  '/says-nothing.xml': () => xml(inLatin(rss(item('Caf\u00e9')))),
  '/header-latin.xml': () => xml(inLatin(rss(item('Caf\u00e9'))), 'application/rss+xml; charset=ISO-8859-1'),
  '/windows.xml': () =>
    xml(
      Buffer.concat([
        Buffer.from(
          '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>Made-up Show</title><item><title>Caf',
        ),
        Buffer.from([0xe9, 0x20, 0x96, 0x20, 0x93]),
        Buffer.from(`x</title>${enclosed(SOUND, 'audio/mpeg')}</item></channel></rss>`),
      ]),
    ),
  '/utf16be.xml': () => xml(utf16be(rss(item('Код'), undefined, '<?xml version="1.0" encoding="UTF-16"?>'))),
  '/utf16le-bare.xml': () => xml(Buffer.from(rss(item('Код')), 'utf16le')),
  '/cut.xml': () =>
    xml(rss(`${item('Heard')}${item('Second', undefined, 5)}${item('Third', undefined, 4)}`).slice(0, -120)),
  '/cut-letter.xml': () => {
    const whole = Buffer.from(rss(`${item('Код')}${item('Второй', undefined, 5)}`))
    return xml(whole.subarray(0, whole.lastIndexOf(Buffer.from('й')) + 1))
  },
  '/rdf.xml': () => xml(rdf, 'application/rdf+xml'),
  '/json': () => text(JSON.stringify(jsonFeed), 'application/feed+json'),
  '/plain.json': () => text(JSON.stringify(jsonFeed), 'application/json; charset=utf-8'),
  '/other-version.json': () => text(JSON.stringify({ ...jsonFeed, version: '1.0' }), 'application/json'),
  '/bare.json': () =>
    text(
      JSON.stringify({
        title: 'Made-up Show',
        items: [
          {
            title: 'Heard',
            date_published: '2026-01-06',
            attachments: [{ url: `${CDN}/cover.jpg` }, { url: SOUND }],
          },
          { title: 'Old', date_published: '2026-01-01', attachments: [{ url: `${SOUND}?old` }] },
        ],
      }),
      'text/html',
    ),
  '/windows-path.xml': () => xml(rss(item('Heard', enclosed(SOUND.replaceAll('/', '\\'), 'audio/mpeg')))),
  '/other.json': () => text('{"version":"1","items":[]}', 'application/json'),
  '/answer.json': () =>
    text(JSON.stringify({ data: [{ url: SOUND }] }).replaceAll('/', '\\/'), 'application/json'),
  '/base.xml': () =>
    xml(
      rss(
        item('Heard', enclosed('audio.mp3', 'audio/mpeg')),
        `rss version="2.0" xml:base="${CDN}/" ${SPACES}`,
      ),
    ),
  '/double.xml': () => xml(rss(item('Heard', enclosed(`${SOUND}?a=1&amp;amp;b=2`, 'audio/mpeg')))),
  '/prefix.xml': () =>
    xml(rss(`<itunes:author>Maker</itunes:author><foo:bar>x</foo:bar>${item('Heard')}`, 'rss version="2.0"')),
  '/markup.xml': () => xml(rss(item('&lt;b&gt;Tom&lt;/b&gt; &amp;amp; Jerry &lt; 3'))),
  '/atom03.xml': () =>
    xml(
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Made-up Show</title><entry><title>Old</title><issued>2026-01-01T10:00:00Z</issued><link rel="enclosure" href="${SOUND}?old"/></entry><entry><title>Heard</title><issued>2026-01-06T10:00:00Z</issued><link rel="enclosure" href="${SOUND}"/></entry></feed>`,
    ),
  '/one-slash.xml': () => xml(rss(item('Heard', enclosed('https:/cdn.example/audio.mp3', 'audio/mpeg')))),
  '/no-colon.xml': () => xml(rss(item('Heard', enclosed('http//cdn.example/audio.mp3', 'audio/mpeg')))),
  '/two-schemes.xml': () =>
    xml(rss(item('Heard', enclosed('https://https://cdn.example/audio.mp3', 'audio/mpeg')))),
  '/feed-scheme.xml': () => xml(rss(item('Heard', enclosed('feed://cdn.example/audio.mp3', 'audio/mpeg')))),
  '/new-location.xml': () =>
    xml(
      '<?xml version="1.0"?><redirect><newLocation>https://feeds.example/type-image.xml</newLocation></redirect>',
    ),
  '/to-backslash': () => redirect('\\type-image.xml'),
  '/to-backslashes': () => redirect('https:\\\\feeds.example\\type-image.xml'),
  '/to-spaces': () => redirect('/a b/../type-image.xml '),
  '/missing.xml': () => text(rss(item('Heard')), 'application/rss+xml', 404),
  '/fault.xml': () => text(rss(item('Heard')), 'application/rss+xml', 500),
  '/guid.xml': () => xml(rss(item('Heard', `<guid>${SOUND}</guid><link>https://feeds.example/words</link>`))),
  '/notes.xml': () =>
    xml(rss(item('Heard', `<description>&lt;audio controls src="${SOUND}"&gt;</description>`))),
  '/alternate.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `<podcast:alternateEnclosure type="audio/mpeg"><podcast:source uri="${SOUND}"/></podcast:alternateEnclosure>`,
        ),
      ),
    ),
  '/no-scheme.xml': () => xml(rss(item('Heard', enclosed('cdn.example/audio.mp3', 'audio/mpeg')))),
  '/atom-link.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="enclosure" href="${SOUND}"/>`,
        ),
      ),
    ),
  '/outside.xml': () =>
    xml(`<rss version="2.0"><channel><title>Made-up Show</title></channel>${item('Heard')}</rss>`),
  '/bare-link.xml': () =>
    xml(rss(item('Heard', `<link rel="enclosure" type="audio/mpeg" href="${SOUND}"/>`))),
  '/upper.xml': () =>
    xml(
      `<RSS><CHANNEL><TITLE>Made-up Show</TITLE><ITEM><TITLE>Heard</TITLE><ENCLOSURE URL="${SOUND}" TYPE="audio/mpeg"/></ITEM></CHANNEL></RSS>`,
    ),
  '/warning.xml': () => xml(`Warning: old() on line 3\n<br />\n${rss(item('Heard'))}`),
  '/after.xml': () => xml(`${rss(item('Heard'))}\n<script>count()</script>`),
  '/references.xml': () => xml(rss(item('Heard&#0;&#x1F;'))),
  '/doctype.xml': () =>
    xml(
      rss(
        item('Heard&nbsp;').replace('&nbsp;', ''),
        undefined,
        '<?xml version="1.1"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">',
      ).replace('</channel>', '<copyright>&copy;</copyright></channel>'),
    ),
  '/open-tags.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `<enclosure url="${SOUND}" url="${SOUND}" type=audio/mpeg><description>a<br>b</description>`,
        ) +
          item('I <3 you', undefined, 5) +
          item('Left open', `${enclosed(SOUND, 'audio/mpeg')}</content><div><p>a</div>`, 4) +
          item('Torrent', enclosed(`${CDN}/audio.torrent`, 'application/x-bittorrent'), 3) +
          '<item><title>Lost</item>',
      ),
    ),
  '/unended.xml': () =>
    xml(
      `<rss><channel><title>Made-up Show</title><itunes:image href="${CDN}/cover.jpg">${item('Heard', `<enclosure url="${SOUND}">`).replace('</item>', '')}${item('Second', `<enclosure url="${SOUND}">`, 5)}</channel></rss>`,
    ),
  '/inside-out.xml': () => xml(`<rss><item><channel>${item('Heard')}</channel></item></rss>`),
  '/atom-space.xml': () =>
    xml(
      `<feed xmlns="http://www.w3.org/2005/Atom/"><title>Made-up Show</title><entry><title>Heard</title><published>2026-01-06T10:00:00Z</published><link rel="enclosure" href="${SOUND}"/></entry></feed>`,
    ),
  '/spaces.xml': () =>
    xml(
      rss(
        `<item><m:group><m:title>Heard</m:title><m:thumbnail url="${CDN}/own.jpg"/><m:content url="${SOUND}" type="audio/mpeg" duration="62"/></m:group></item>${item('Second', `${enclosed(SOUND, 'audio/mpeg')}<i:duration>1:02</i:duration><i:image href="${CDN}/own.jpg"/>`, 5)}`,
        'rss version="2.0" xmlns:m="http://search.yahoo.com/mrss" xmlns:i="https://www.itunes.com/DTDs/PodCast-1.0.dtd"',
      ),
    ),
  '/as-page': () => text(rss(item('Heard')), 'text/html; charset=utf-8'),
  '/as-sound.mp3': () => text(rss(item('Heard')), 'audio/mpeg'),
  '/feed.xml.gz': () => text(gzipSync(rss(item('Heard'))), 'application/x-gzip'),
  '/as-text.json': () => text(`\ufeff${JSON.stringify(jsonFeed)}`, 'text/plain'),
  '/list.pls': () => text(`[playlist]\nFile1=${SOUND}\nTitle1=Heard\nNumberOfEntries=1\n`, 'audio/x-scpls'),
  '/list.asx': () =>
    text(`<ASX version="3.0"><ENTRY><TITLE>x</TITLE><REF HREF="${SOUND}"></ENTRY></ASX>`, 'video/x-ms-asf'),
  '/list.ram': () => text(`${SOUND}\n`, 'audio/x-pn-realaudio'),
  '/list.opml': () =>
    text(
      '<opml version="1.1"><body><outline text="Show" xmlUrl="https://feeds.example/rdf.xml"/></body></opml>',
      'text/x-opml',
    ),
  '/files.m3u': () => text(`#EXTM3U\n#EXTINF:12,Heard\n${SOUND}\n`, 'audio/x-mpegurl'),
  '/own-space.xml': () =>
    xml(rss(item('Heard'), 'rss version="2.0" xmlns="http://backend.userland.com/rss2"')),
  '/dated.xml': () =>
    xml(
      rss(
        `<image><url>/media/cover.jpg</url></image>${item('Second', `${enclosed(SOUND, 'audio/mpeg')}<itunes:duration>1:02</itunes:duration><itunes:image href="${CDN}/own.jpg"/>`, 5)}${item('Heard', undefined, 6)}`,
      ),
    ),
  '/timed-notes.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `${enclosed(SOUND, 'audio/mpeg')}<description><![CDATA[<p>We talk about:</p><p>0:00 Hello<br/>0:05 The guest<br/>0:09 Goodbye</p>]]></description>`,
        ),
      ),
    ),
  '/tags.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `${enclosed(SOUND, 'audio/mpeg')}<podcast:chapters url="/chapters.json" type="application/json+chapters"/>
           <podcast:transcript url="/t.vtt" type="text/vtt" language="en"/><podcast:transcript url="/t.json" type="application/json" language="en"/><podcast:transcript url="/t.srt?x=1" type="text/plain" language="fr"/><podcast:transcript url="/t.txt" type="text/plain" language="it"/><podcast:transcript url="/t.html" type="text/html"/><podcast:transcript url="/de.json" type="application/json" language="de"/><podcast:person>Ann</podcast:person><podcast:person role="guest">Bo</podcast:person>
           <podcast:alternateEnclosure type="video/mp4" height="360" title="Video"><podcast:source uri="ipfs://x"/><podcast:source uri="${CDN}/combined-360.mp4"/></podcast:alternateEnclosure>
           <podcast:alternateEnclosure type="video/mp4"><podcast:source uri="http://private.test/x.mp4"/></podcast:alternateEnclosure>`,
        ),
      ),
    ),
  '/t.vtt': () => text('WEBVTT\n\n00:01.000 --> 00:03.000\nHello and welcome\n', 'text/vtt'),
  '/chapters.json': () =>
    text(
      JSON.stringify({
        version: '1.2.0',
        chapters: [
          { startTime: 0, title: 'Hello' },
          { startTime: 2.5, img: 'x', toc: false, title: 'A picture' },
          { startTime: 5, title: 'Goodbye' },
        ],
      }),
      'application/json+chapters',
    ),
  '/simple.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `${enclosed(SOUND, 'audio/mpeg')}<psc:chapters xmlns:psc="http://podlove.org/simple-chapters" version="1.2"><psc:chapter start="00:00:00.000" title="Hello"/><psc:chapter start="0:05" title="Goodbye"/></psc:chapters>`,
        ),
      ),
    ),
  '/clock-chapters.json': () =>
    text(
      JSON.stringify({
        chapters: [
          { startTime: '00:00:05,5', title: 'Goodbye' },
          { startTime: '00:00:00', title: 'Hello' },
          { startTime: 2 },
        ],
      }),
      'application/json',
    ),
  '/chapters.psc': () =>
    text(
      '<s:chapters xmlns:s="https://podlove.org/simple-chapters/"><s:chapter start="0" title="Hello"/><s:chapter start="00:00:02,000"/><s:chapter start="5.5" title="Goodbye"/></s:chapters>',
      'application/xml',
    ),
  '/clocks.xml': () => withMore('<podcast:chapters url="/clock-chapters.json" type="application/json"/>'),
  '/comma.xml': () => withMore(simple('xmlns:x="http://podlove.org/simple-chapters/"', 'x')),
  '/undeclared.xml': () => withMore(simple('', 'psc')),
  '/linked.xml': () =>
    withMore(
      '<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="http://podlove.org/simple-chapters" href="/chapters.psc"/>',
    ),
  '/linked.atom': () =>
    xml(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Made-up Show</title><entry><title>Heard</title><published>2026-01-06T10:00:00Z</published><link rel="enclosure" href="${SOUND}"/><link rel="http://podlove.org/simple-chapters" href="/chapters.psc"/></entry></feed>`,
      'application/atom+xml',
    ),
  '/noted-list.xml': () =>
    withMore(
      '<description>In short.</description><c:encoded xmlns:c="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>We talk about:</p><ul><li><a href="#t">(0:00)</a> Hello</li><li>0:05 The guest</li><li>0:09 Goodbye</li></ul>]]></c:encoded>',
    ),
  '/one-second.xml': () =>
    withMore(
      `<itunes:duration>1</itunes:duration>${simple('xmlns:psc="http://podlove.org/simple-chapters"', 'psc')}`,
    ),
  '/hundred-hours.xml': () => withMore('<itunes:duration>99:59:59</itunes:duration>'),
  '/channel-language.xml': () =>
    xml(
      rss(
        `<language>de-AT</language>${item('Heard', `${enclosed(SOUND, 'audio/mpeg')}<podcast:transcript url="/t.vtt" type="text/vtt"/><podcast:transcript url="/t.srt" type="application/srt" language="en"/>`)}`,
      ),
    ),
  '/rdf-object.xml': () =>
    xml(
      `${RDF}<channel><title>Made-up Show</title></channel><item><title>Heard</title><link>https://feeds.example/words</link><dc:date>2026-01-06T10:00:00Z</dc:date><enc:enclosure><enc:Enclosure><enc:url>${SOUND}</enc:url><enc:type>audio/mpeg</enc:type></enc:Enclosure></enc:enclosure></item></rdf:RDF>`,
      'application/rdf+xml',
    ),
  '/unnamed.xml': () => xml(rss(item('Heard', enclosed('/play/1', 'text/html')))),
  '/play/1': () => redirect(`${CDN}/audio.mp3`),
  '/chapters-inside.xml': () =>
    xml(
      rss(
        item(
          'Heard',
          `${enclosed(SOUND, 'audio/mpeg')}<podcast:chapters url="http://private.test/c.json" type="application/json+chapters"/>`,
        ),
      ),
    ),
  '/to-itpc': () => redirect('itpc://feeds.example/type-image.xml'),
}

export const feeds: Site = {
  hosts: ['feeds.example'],
  answer: ({ path }) => answers[path]?.() ?? (path === '/media/audio.mp3' ? redirect(SOUND) : undefined),
}
