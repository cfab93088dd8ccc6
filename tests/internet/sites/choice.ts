import { file, html, json, text } from '../answers.ts'
import { mediaSize, mediaText, typeOf } from '../media.ts'
import type { Site } from '../site.ts'

const escaped = (value: unknown) => JSON.stringify(value).replaceAll('"', '&quot;')
const attribute = (name: string, value: unknown) => `<div data-${name}="${escaped(value)}"></div>`

const downloads = ['mp3-320', 'flac']
const files: Record<string, string> = { 'mp3-320': 'audio.mp3', flac: 'audio.flac' }
const megabytes = (name: string) => `${mediaSize(name) / 1024 ** 2}MB`

/** A track of an album that its maker gives away: a stream of 128 kbps, and files in MP3 and FLAC. */
export const bandcamp: Site = {
  hosts: ['maker.bandcamp.com', 'bandcamp.com', 'popplers5.bandcamp.com', 't4.bcbits.com', 'f4.bcbits.com'],
  answer({ host, path }) {
    if (host === 't4.bcbits.com') return file('audio.mp3')
    if (host === 'f4.bcbits.com') return file('cover.jpg')
    const name = path.split('/').at(-1) ?? ''
    if (path.startsWith('/statdownload/'))
      return json({ result: 'ok', retry_url: `https://popplers5.bandcamp.com/file/${name}` })
    if (path.startsWith('/file/')) return files[name] ? file(files[name]) : undefined
    if (path === '/free')
      return html(
        attribute('blob', {
          download_formats: [
            { name: 'mp3-320', file_extension: '.mp3' },
            { name: 'flac', file_extension: '.flac' },
          ],
          digital_items: [
            {
              downloads: Object.fromEntries(
                downloads.map((format) => [
                  format,
                  {
                    url: `https://popplers5.bandcamp.com/download/${format}`,
                    encoding_name: format,
                    size_mb: megabytes(files[format]!),
                  },
                ]),
              ),
            },
          ],
        }),
      )
    if (path !== '/track/tone') return undefined
    const tralbum = {
      id: 9,
      artist: 'Maker',
      freeDownloadPage: 'https://bandcamp.com/free',
      current: { publish_date: '02 Jan 2026 03:04:05 GMT' },
      trackinfo: [
        {
          id: 9,
          title: 'Tone',
          track_num: 3,
          duration: 12,
          file: { 'mp3-128': 'https://t4.bcbits.com/stream/tone' },
        },
      ],
    }
    return html(
      [
        '<!doctype html><meta property="og:image" content="https://f4.bcbits.com/img/a1_5.jpg">',
        attribute('tralbum', tralbum),
        attribute('embed', { artist: 'Maker', album_title: 'Tones' }),
        '<h3 class="albumTitle">Tone by <span><a href="https://maker.bandcamp.com"> Makers </a></span></h3>',
      ].join(''),
    )
  },
}

const voice = (language: string, name: string, more: string) =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="${language}",NAME="${name}",${more},URI="${name}.m3u8"`

const master = `#EXTM3U
${voice('en', 'Originalton', 'DEFAULT=NO,AUTOSELECT=YES')}
${voice('de', 'Audiodeskription', 'DEFAULT=NO,AUTOSELECT=NO')}
${voice('de', 'Deutsch', 'DEFAULT=YES,AUTOSELECT=YES')}
#EXT-X-STREAM-INF:BANDWIDTH=3200000,RESOLUTION=1920x1080,FRAME-RATE=25,CODECS="avc1.4d4028,mp4a.40.2",AUDIO="a"
https://streams.example/hls/0.m3u8
`

/** The log of the requests tells whose sound was fetched. */
const soundOf = (name: string) =>
  mediaText('sound/index.m3u8').replace(/^(\d+\.ts)$/gm, `https://streams.example/sound/$1?${name}`)

/** A film of a broadcaster with its dub, the original sound and an audio description. */
export const broadcaster: Site = {
  hosts: ['broadcaster.example'],
  answer({ path }) {
    const name = /^\/film\/(\w+)\.m3u8$/.exec(path)?.[1]
    if (!name) return undefined
    return text(name === 'master' ? master : soundOf(name), typeOf('x.m3u8'))
  },
}
