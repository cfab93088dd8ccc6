import { isChromeLike } from '../../../merger/egress/client-hello.ts'
import { file, html, json, refuse, text } from '../answers.ts'
import { mediaText, typeOf } from '../media.ts'
import type { Site } from '../site.ts'
import { stream } from './streams.ts'

// The data that yt-dlp 2026.10 reads (extractor/vimeo.py): `playerConfig` in the page of player.vimeo.com.

const CDN = 'https://vod-adaptive-ak.vimeocdn.com'

const UHD = '200000160'
const uhd = () =>
  mediaText('dash/manifest.mpd').replace('width="1920" height="1080"', 'width="3840" height="2160"')

const config = (id: string) => ({
  video: {
    id: Number(id),
    title: 'A made-up Vimeo video',
    duration: 12,
    owner: { name: 'Maker', url: 'https://vimeo.com/maker' },
    thumbs: { '640': 'https://i.vimeocdn.com/video/1_640.jpg' },
  },
  request: {
    files: {
      hls: { cdns: { akfire: { url: `${CDN}/hls/master.m3u8` } } },
      dash: { cdns: { akfire: { url: `${CDN}/dash/${id === UHD ? 'uhd' : 'manifest'}.mpd` } } },
    },
  },
})

/** A JSON Web Token. yt-dlp reads its expiry time, which is in 2033. */
const jwt = [{ alg: 'HS256' }, { exp: 1_999_999_999 }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

/** The videos of showcase 3000001. A showcase is a playlist on Vimeo. The first video has been removed. */
const showcase = ['200000404', '200000001', '200000005/abcdef0123'].map((path, index) => ({
  link: `https://vimeo.com/${path}`,
  uri: `/videos/${path.split('/')[0]}`,
  name: ['Gone', 'Waves', '日本語の題名'][index],
  duration: 12,
}))

/** The API from which yt-dlp reads showcases. */
function api(path: string, query: URLSearchParams, token: string | undefined) {
  if (token !== `jwt ${jwt}`) return refuse(401, 'no token')
  if (path === '/albums/3000002') return json({ name: 'Locked', privacy: { view: 'password' } })
  if (path === '/albums/3000001') return json({ name: 'A showcase', privacy: { view: 'anybody' } })
  if (path !== '/albums/3000001/videos') return json({}, 404)
  const fields = query.get('fields')?.split(',') ?? []
  const asked = (video: object) =>
    Object.fromEntries(Object.entries(video).filter(([name]) => fields.includes(name)))
  return json({ data: showcase.map(asked) })
}

/**
 * Vimeo. Video 200000160 has 2160p. All videos play, except these:
 * - 200000002: plays only for clients whose TLS handshake looks like Chrome's; the real Vimeo requires this
 *   of clients that run on a server
 * - 200000403: plays only on pages that embed the video
 * - 200000404: does not exist
 */
export const vimeo: Site = {
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com', 'api.vimeo.com', '.vimeocdn.com'],
  answer({ host, path, query, headers, hello }) {
    if (path === '/_next/viewer') return json({ jwt, xsrft: 'x' })
    if (host === 'api.vimeo.com') return api(path, query, headers.authorization)
    if (host === 'i.vimeocdn.com') return file('picture.jpg')
    if (path === '/dash/uhd.mpd') return text(uhd(), typeOf('x.mpd'))
    if (host.endsWith('.vimeocdn.com')) return stream(path)
    const [, id] = /\/video\/(\d+)/.exec(path) ?? []
    if (host !== 'player.vimeo.com' || !id) return html('<!doctype html><title>Vimeo</title>')
    if (id === '200000403')
      return refuse(403, 'Because of its privacy settings, this video cannot be played here.')
    if (id === '200000002' && !(hello && isChromeLike(hello))) return refuse(403, 'Forbidden')
    if (id === '200000404') return refuse(404, 'Sorry')
    return html(
      `<!doctype html><title>Vimeo</title><script>window.playerConfig = ${JSON.stringify(config(id))}</script>`,
    )
  },
}
