import { definePlatform } from './define.ts'

/** No page of its own: its links are known only to say at once what can be done instead. */
const DRM =
  'Spotify protects its audio with DRM, so it can’t be downloaded here. Many podcasts on Spotify are also published openly: ' +
  'paste the Apple Podcasts, Player.FM or RSS link of the same episode.'

export const spotify = definePlatform({
  id: 'spotify',
  displayName: 'Spotify',
  kind: 'audio',
  color: '#1ed760',
  priority: 15,
  hosts: ['spotify.com', 'spotify.link'],
  paths: '',
  invalid: DRM,
  refuse: () => DRM,
  item: () => undefined,
})

export const samples = {}
export const counterSamples = [
  'https://open.spotify.com/episode/7B8nfhMvUXtdjuujHuyDMK?si=FALA',
  'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT',
  'https://podcasters.spotify.com/pod/show/somebody/episodes/one-e1a2b3',
  'https://spotify.link/AbCdEf123',
]
