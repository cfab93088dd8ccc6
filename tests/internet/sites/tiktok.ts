import { file, html, redirect, refuse, scriptOf, text } from '../answers.ts'
import type { Site } from '../site.ts'

// The data that yt-dlp 2026.10 reads (extractor/tiktok.py): the JSON element
// __UNIVERSAL_DATA_FOR_REHYDRATION__ in the page. Media requests need the cookie that the page sets, and a
// Referer of www.tiktok.com.

const COOKIE = 'tt_chain_token=sealed'
const MEDIA = 'https://v16-webapp-prime.tiktok.com/video'

const IP_BLOCKED = 10_204
/** Maps the id of a post that does not play to the TikTok status code that states why. */
const states: Record<string, number> = {
  '7000000000000000002': 10_222,
  '7000000000000000003': IP_BLOCKED,
  '7000000000000000004': 10_231,
}

/** Ids of a hundred posts that TikTok refuses with IP_BLOCKED, for tests that need many refusals. */
const BLOCKED = /^70000000000000002\d\d$/

const address = (size: string, key: string, mirror = '') => ({
  PlayAddr: {
    UrlList: [`${MEDIA}/${size}/?a=1`, `${MEDIA}/${size}/?a=1&mirror=1${mirror}`],
    UrlKey: key,
    DataSize: 0,
  },
})

/**
 * A silent HEVC file. The posts HEVC_POST and HEVC_ONLY_POST list it, but a request for the file gets 404, as
 * with many real posts of TikTok.
 */
const HEVC = {
  PlayAddr: {
    UrlList: [`${MEDIA}/hevc/media-video-hvc1/?a=1`],
    UrlKey: 'v12044gd0000abc_bytevc1_1080p_2500000',
    DataSize: 900_000,
  },
}
const HEVC_POST = '7000000000000000005'
/** A post that lists 1080p, and 720p as H.264 and as HEVC. The media host has all of them. */
const TWICE_POST = '7000000000000000008'
/** A post that lists only the HEVC file. */
const HEVC_ONLY_POST = '7000000000000000077'
const PHOTO = 'https://p16.tiktokcdn.com/photo.jpg'
/** A photo post: it has no video, only a photo and the song that plays with it. */
const PHOTO_POST = '7000000000000000006'
/** A slideshow of two pictures with a song and without a video. */
const SLIDES = '7000000000000000007'
const slide = (name: string) => ({
  imageURL: { urlList: [`https://p16.tiktokcdn.com/${name}.jpeg`, `https://p19.tiktokcdn.com/${name}.jpeg`] },
  imageWidth: 1_280,
  imageHeight: 720,
})

const post = (id: string) => ({
  id,
  desc: 'A made-up TikTok',
  createTime: 1_767_000_000,
  author: { id: '1', uniqueId: 'maker', nickname: 'Maker', secUid: 'MS4' },
  music: {
    title: 'Tone',
    authorName: 'Maker',
    duration: 12,
    playUrl: 'https://sf16.tiktokcdn.com/tone.mp3?mime_type=audio_mpeg',
  },
  stats: { playCount: 5 },
  ...(id === PHOTO_POST && { imagePost: { images: [{ imageURL: { urlList: [PHOTO] } }] } }),
  ...(id === SLIDES && { imagePost: { images: [slide('one'), slide('two')] } }),
  video: id === PHOTO_POST || id === SLIDES ? { duration: 0 } : moving(id),
})

const moving = (id: string) => ({
  width: 1_280,
  height: 720,
  duration: 12,
  cover: 'https://p16.tiktokcdn.com/cover.jpg',
  ...(id !== HEVC_ONLY_POST && { downloadAddr: `${MEDIA}/watermarked/` }),
  bitrateInfo: [
    ...(id === HEVC_POST || id === HEVC_ONLY_POST ? [HEVC] : []),
    ...(id === TWICE_POST
      ? [
          address('1080', 'v12044gd0000abc_h264_1080p_3000000'),
          address('720-hevc', 'v12044gd0000abc_bytevc1_720p_900000'),
        ]
      : []),
    ...(id === HEVC_ONLY_POST
      ? []
      : [
          address('720', 'v12044gd0000abc_h264_720p_1500000'),
          address('360', 'v12044gd0000abc_h264_360p_500000'),
        ]),
  ],
})

export const tiktok: Site = {
  hosts: [
    'www.tiktok.com',
    'vm.tiktok.com',
    'vt.tiktok.com',
    '.tiktokcdn.com',
    'v16-webapp-prime.tiktok.com',
  ],
  answer({ host, path, headers }) {
    if (path === '/photo') return redirect(`https://www.tiktok.com/@maker/photo/${PHOTO_POST}`)
    if (host === 'vm.tiktok.com' || host === 'vt.tiktok.com')
      return redirect('https://www.tiktok.com/@maker/video/7000000000000000001')
    if (host.endsWith('.tiktokcdn.com')) return file(path.endsWith('.mp3') ? 'audio.mp3' : 'picture.jpg')
    if (host.startsWith('v16')) {
      if (!headers.cookie?.includes(COOKIE) || !headers.referer?.startsWith('https://www.tiktok.com/'))
        return refuse(403, 'These media need the cookie and the Referer of their page.')
      if (path.includes('/hevc/')) return refuse(404, 'This post has no such file.')
      return file(path.includes('/360/') ? 'combined-360.mp4' : 'combined-720.mp4')
    }
    const [, id] = /\/video\/(\d+)/.exec(path) ?? []
    if (!id) return html('<!doctype html><title>TikTok</title>')
    const status = states[id] ?? (BLOCKED.test(id) ? IP_BLOCKED : 0)
    const detail = status ? { statusCode: status } : { statusCode: 0, itemInfo: { itemStruct: post(id) } }
    const data = { __DEFAULT_SCOPE__: { 'webapp.video-detail': detail } }
    return text(
      `<!doctype html><title>TikTok</title>${scriptOf(data, 'id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json"')}`,
      'text/html; charset=utf-8',
      200,
      {
        'set-cookie': `${COOKIE}; Domain=.tiktok.com; Path=/; Secure`,
      },
    )
  },
}
