import { file, html, json, redirect } from '../answers.ts'
import type { Site } from '../site.ts'
import { stream } from './streams.ts'

// The API responses that yt-dlp 2026.10 reads (extractor/twitter.py): a guest token, then
// TweetResultByRestId. All texts are made up.

const MEDIA = 'https://video.twimg.com'
type Variant = { content_type: string; bitrate?: number; url: string }

const post = (id: string, media: object[], more: object = {}) => ({
  data: {
    tweetResult: {
      result: {
        __typename: 'Tweet',
        rest_id: id,
        views: { count: '5' },
        core: { user_results: { result: { legacy: { name: 'Maker', screen_name: 'maker', id_str: '1' } } } },
        legacy: {
          id_str: id,
          full_text: 'A made-up post',
          created_at: 'Tue Jan 06 10:00:00 +0000 2026',
          favorite_count: 1,
          extended_entities: { media },
          ...more,
        },
      },
    },
  },
})

const absent = (result: object) => ({ data: { tweetResult: { result } } })

const three = (id: string): Variant[] => [
  {
    content_type: 'video/mp4',
    bitrate: 632_000,
    url: `${MEDIA}/ext_tw_video/${id}/pu/vid/avc1/640x360/a.mp4`,
  },
  {
    content_type: 'video/mp4',
    bitrate: 2_176_000,
    url: `${MEDIA}/ext_tw_video/${id}/pu/vid/avc1/1280x720/b.mp4`,
  },
  { content_type: 'application/x-mpegURL', url: `${MEDIA}/ext_tw_video/${id}/pu/pl/hls/master.m3u8` },
]

const moving = (id: string, type: 'video' | 'animated_gif', variants: Variant[]) => ({
  id_str: id,
  type,
  media_url_https: `https://pbs.twimg.com/ext_tw_video_thumb/${id}/img/a.jpg`,
  sizes: { small: { w: 320, h: 180 } },
  original_info: { width: 1_280, height: 720 },
  video_info: { duration_millis: type === 'video' ? 12_000 : 2_000, variants },
})
const photo = (id: string) => ({
  id_str: id,
  type: 'photo',
  media_url_https: `https://pbs.twimg.com/media/${id}.jpg`,
  original_info: { width: 1_280, height: 720 },
})
const gif = (id: string) =>
  moving(id, 'animated_gif', [
    { content_type: 'video/mp4', bitrate: 0, url: `${MEDIA}/tweet_video/${id}.mp4` },
  ])

/** The API responses by post id. */
const posts: Record<string, object> = {
  '1001': post('1001', [moving('900', 'video', three('900'))]),
  '1002': post('1002', [photo('901')]),
  '1003': post('1003', [gif('902')]),
  '1004': post('1004', [moving('903', 'video', three('903')), moving('904', 'video', three('904'))]),
  '1005': absent({ __typename: 'TweetUnavailable', reason: 'NsfwLoggedOut' }),
  '1006': absent({ __typename: 'TweetUnavailable', reason: 'Protected' }),
  '1007': absent({
    __typename: 'TweetTombstone',
    tombstone: { text: { text: 'This Post is from a suspended account. Learn more' } },
  }),
  '1012': post('1012', [
    moving('914', 'video', [
      {
        content_type: 'video/mp4',
        bitrate: 5_000_000,
        url: `${MEDIA}/ext_tw_video/914/pu/vid/avc1/1920x1080/b.mp4`,
      },
    ]),
  ]),
  '1009': post('1009', [photo('905'), photo('906')]),
  '1010': post('1010', [photo('907'), moving('908', 'video', [])]),
  '1011': post('1011', [photo('909'), moving('910', 'video', three('910')), photo('911'), gif('912')]),
  '1008': { data: { tweetResult: {} } },
}

/** Spaces: one that was recorded, one on air, and one without a recording. */
const spaces: Record<string, object> = {
  '1SealedSpace0': { state: 'Ended', is_space_available_for_replay: true, media_key: '28_1' },
  '1SealedOnAir0': { state: 'Running', media_key: '28_2' },
  '1SealedGone00': { state: 'Ended', is_space_available_for_replay: false, media_key: '28_3' },
}
const streamOf = (key: string) =>
  ({
    '28_1': 'https://video.twimg.com/audio-space/pl/sound/index.m3u8',
    '28_2': 'https://video.twimg.com/audio-space/pl/live/index.m3u8',
    '28_4': 'https://video.twimg.com/broadcast/pl/plain/index.m3u8?type=replay',
  })[key]
/** A broadcast that has ended and whose replay is up. */
const broadcast = {
  id: '1SealedCast00',
  state: 'ENDED',
  media_key: '28_4',
  status: 'A made-up broadcast',
  user_display_name: 'Maker',
}

export const twitter: Site = {
  hosts: [
    'x.com',
    'www.x.com',
    'api.x.com',
    'twitter.com',
    'www.twitter.com',
    'mobile.twitter.com',
    'api.twitter.com',
    't.co',
  ],
  answer({ host, path, query }) {
    if (host === 't.co' && path === '/APage')
      return html(
        '<head><noscript><META http-equiv="refresh" content="0;URL=https://direct.example/dl/get"></noscript></head>',
      )
    if (host === 't.co')
      return redirect(
        path === '/AnEpisode'
          ? 'https://castbox.fm/episode/made-up-id1-id2'
          : 'https://x.com/maker/status/1001',
      )
    if (path === '/1.1/guest/activate.json') return json({ guest_token: '42' })
    if (path.endsWith('/TweetResultByRestId')) {
      const { tweetId } = JSON.parse(query.get('variables') ?? '{}') as { tweetId?: string }
      const found = posts[tweetId ?? '']
      return found ? json(found) : json({ errors: [{ message: 'No status found with that ID.' }] }, 404)
    }
    if (path.endsWith('/AudioSpaceById')) {
      const { id } = JSON.parse(query.get('variables') ?? '{}') as { id?: string }
      const space = spaces[id ?? '']
      return json({ data: { audioSpace: space && { metadata: { title: 'A made-up Space', ...space } } } })
    }
    if (path === '/1.1/broadcasts/show.json')
      return json({ broadcasts: { [query.get('ids') ?? '']: broadcast } })
    const [, key] = /^\/1\.1\/live_video_stream\/status\/(\w+)/.exec(path) ?? []
    if (key) return json({ source: { location: streamOf(key) } })
    return path.includes('/status/') ? html('<!doctype html><title>X</title>') : undefined
  },
}

export const twitterMedia: Site = {
  hosts: ['video.twimg.com', 'pbs.twimg.com'],
  answer({ host, path }) {
    if (host === 'pbs.twimg.com') return file('picture.jpg')
    const [, playlist] = /\/pl(\/.+)$/.exec(path) ?? []
    if (playlist) return stream(playlist)
    if (path.startsWith('/tweet_video/')) return file('gif.mp4')
    return file(path.includes('1280x720') ? 'combined-720.mp4' : 'combined-360.mp4')
  },
}
