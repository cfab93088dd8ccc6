import { hostOf } from '../link.ts'
import { definePlatform, pathOn, segments } from './define.ts'
import { told } from '../told.ts'

/**
 * There is no page for Spotify. This file exists so that the home page accepts podcast episodes and refuses
 * music with these words.
 */
const DRM = told(
  'Spotify protects its audio with DRM, so it can’t be downloaded here. Many podcasts on Spotify are also published openly: ' +
    'paste the Apple Podcasts, Player.FM or RSS link of the same episode.',
  'failures.special.spotify_drm',
)

export const platform = definePlatform({
  id: 'spotify',
  displayName: 'Spotify',
  kind: 'audio',
  color: '#1ed760',
  priority: 15,
  glyph: { letter: 'S' },
  hosts: ['spotify.com', 'spotify.link'],
  redirectHosts: ['spotify.link'],
  paths: '',
  invalid: DRM,
  refuse: () => DRM,
  words: { drm: DRM },
  item: episodeOf,
})

/** A short link (spotify.link) may lead to an episode. Only the merger can follow it. */
function episodeOf(url: URL): string | undefined {
  if (hostOf(url) === 'spotify.link' && segments(url).length === 1) return pathOn('spotify.link', url)
  const [kind, id = ''] = segments(url).filter((part) => !/^(intl-[a-z-]+|embed)$/i.test(part))
  const isEpisode = hostOf(url) === 'open.spotify.com' && kind === 'episode' && /^[A-Za-z\d]{22}$/.test(id)
  return isEpisode ? `https://open.spotify.com/episode/${id}` : undefined
}

export const samples = {
  'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK?si=FALA':
    'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK',
  'open.spotify.com/intl-de/episode/7B8nfhMvUXtdjuujHuyDMK':
    'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK',
  'https://open.spotify.com/embed/episode/7B8nfhMvUXtdjuujHuyDMK?utm_source=generator':
    'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK',
  'Hör mal: https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK!':
    'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK',
  'https://spotify.link/AbCdEf123?si=x': 'https://spotify.link/AbCdEf123',
}
export const counterSamples = [
  'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT',
  'https://open.spotify.com/show/7B8nfhMvUXtdjuujHuyDMK',
  'https://open.spotify.com/episode/abc',
  'https://podcasters.spotify.com/pod/show/somebody/episodes/one-e1a2b3',
  'https://spotify.link/',
  'https://open.spotify.com.evil.example/episode/7B8nfhMvUXtdjuujHuyDMK',
]
