import { isChromeLike } from '../../../merger/egress/client-hello.ts'
import { file, html, refuse } from '../answers.ts'
import type { Site } from '../site.ts'
import { stream } from './streams.ts'

// The data that yt-dlp 2026.10 reads (extractor/vimeo.py): `playerConfig` in the page of player.vimeo.com.

const CDN = 'https://vod-adaptive-ak.vimeocdn.com'

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
      dash: { cdns: { akfire: { url: `${CDN}/dash/manifest.mpd` } } },
    },
  },
})

/**
 * Vimeo: video 200000403 plays only where it is embedded, and 200000404 does not exist. All other videos
 * play; 200000002 plays only for clients with a TLS handshake like Chrome's, because the real Vimeo refuses
 * other clients on servers.
 */
export const vimeo: Site = {
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com', '.vimeocdn.com'],
  answer({ host, path, hello }) {
    if (host === 'i.vimeocdn.com') return file('picture.jpg')
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
