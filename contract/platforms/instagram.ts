import { refusedAs } from './platform.ts'
import { definePlatform, segments } from './define.ts'
import { told } from '../told.ts'

export const platform = definePlatform({
  id: 'instagram',
  displayName: 'Instagram',
  color: '#ff0069',
  priority: 5,
  glyph: { icon: 'instagram' },
  boundExtractors: ['instagram'],
  warmUp: ['Instagram'],
  hosts: ['instagram.com', 'instagr.am', 'ddinstagram.com', 'kkinstagram.com', 'vxinstagram.com'],
  paths: `
    instagram-downloader instagram instagram-download instagram-video-download instagram-video-downloader
    instagram-reels-downloader instagram-reels-download instagram-reel-download instagram-reels instagram-to-mp4
    instagram-to-mp3 instagram-hd-download instagram-4k-download instagram-1080p-download instagram-720p-download
    instagram-video-saver instagram-media-download download-instagram-video download-instagram-reels save-instagram
    save-instagram-video save-instagram-reels free-instagram-downloader online-instagram-downloader ig-download ig-downloader`,
  words: {
    login: told(
      'Instagram shows this post only after a login, and we use none. Please try another link.',
      'failures.special.instagram_login',
    ),
  },
  invalid: 'Please enter a valid Instagram URL (instagram.com)',
  titles: (name) => ({
    'reels|reel': `${name} Reels Downloader - Free HD Download`,
    '4k': `${name} Downloader - Best Quality the Post Has`,
  }),
  item(url) {
    const path = url.pathname
    const [, share] = /^\/(share\/(?:(?:p|reels?|tv)\/)?[\w-]{6,})\/?$/.exec(path) ?? []
    if (share) return `https://www.instagram.com/${share}/`
    const [, code] =
      /^\/(?:(?!share\/)[^/]+\/)?(?:p|tv|reels?)\/([\w-]{5,})\/?(?:embed\/.*|embed)?$/.exec(path) ?? []
    return code && `https://www.instagram.com/p/${code}/`
  },
  refuse: (url) => (segments(url)[0] === 'stories' ? refusedAs('login') : undefined),
  list(url) {
    const [first = ''] = segments(url)
    if (first === 'explore' || first === 'reels') return 'list'
    return first && !['p', 'tv', 'reel', 'share', 'accounts'].includes(first) ? 'profile' : undefined
  },
})

export const samples = {
  'https://www.instagram.com/p/CxYzAbCdEfG/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'instagram.com/reel/CxYzAbCdEfG/?igsh=MTIzNA==': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.instagram.com/reels/CxYzAbCdEfG/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://instagram.com/tv/CxYzAbCdEfG': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.instagram.com/somebody/reel/CxYzAbCdEfG/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.instagram.com/p/CxYzAbCdEfG/?img_index=2': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.instagram.com/p/CxYzAbCdEfG/embed/captioned/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.instagram.com/share/reel/BAAbCdEfG1': 'https://www.instagram.com/share/reel/BAAbCdEfG1/',
  'https://www.instagram.com/accounts/login/?next=%2Fp%2FCxYzAbCdEfG%2F&source=desktop':
    'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://l.instagram.com/?u=https%3A%2F%2Fwww.instagram.com%2Freel%2FCxYzAbCdEfG%2F&e=AT0':
    'https://www.instagram.com/p/CxYzAbCdEfG/',
  'https://www.ddinstagram.com/reel/CxYzAbCdEfG/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'http//www.instagram.com/p/CxYzAbCdEfG/': 'https://www.instagram.com/p/CxYzAbCdEfG/',
  'Schau mal: https://www.instagram.com/reel/CxYzAbCdEfG/?igsh=x!':
    'https://www.instagram.com/p/CxYzAbCdEfG/',
}
export const counterSamples = [
  'https://www.instagram.com/somebody/',
  'https://www.instagram.com/somebody/reels/',
  'https://www.instagram.com/reels/audio/1234567890/',
  'https://www.instagram.com/explore/tags/dogs/',
  'https://www.instagram.com/stories/somebody/3456789012345678901/',
  'https://www.instagram.com/',
  'https://instagram.com.evil.example/p/CxYzAbCdEfG/',
]
