import { file, html, json, redirect, refuse } from '../answers.ts'
import type { Site } from '../site.ts'

// The data that yt-dlp 2026.10 reads (extractor/bilibili.py): the JSON of the initial state in the page, then
// responses of the player API. Media requests need a Referer of bilibili.com.

const GOOD = 'BV1xx411c7mD'
const GONE = 'BV1404404404'
/**
 * Ids of unusual videos:
 * - SPLIT: the video is cut into two files, one after the other
 * - EPISODES: the video has three episodes
 * - SUPPORTERS: only members can play the whole video; other clients get a preview
 * - CODECS: a guest gets 480p, in three codecs
 */
const SPLIT = 'BV1split0000'
const EPISODES = 'BV1episodes0'
const SUPPORTERS = 'BV1supporter'
const CODECS = 'BV1codecs000'
/** Maps the path of each short link of the Bilibili app to the video to which the short link redirects. */
const SHORT_LINKS: Record<string, string> = {
  '/gone': GONE,
  '/episodes': EPISODES,
  '/second': `${EPISODES}?p=2&share_source=copy`,
}
const MEDIA = 'https://upos-sz-mirror.bilivideo.com/upgcxcode'

const state = {
  videoData: {
    bvid: GOOD,
    aid: 77,
    cid: 88,
    title: 'A made-up Bilibili video',
    desc: 'Made up.',
    pubdate: 1_767_000_000,
    pic: 'https://i0.hdslb.com/bfs/cover.jpg',
    stat: { view: 1 },
    pages: [{ cid: 88 }],
  },
  upData: { name: 'Maker', mid: '1' },
}

const stateOf = (path: string) => {
  const bvid = [SPLIT, EPISODES, SUPPORTERS, CODECS].find((id) => path.includes(id)) ?? GOOD
  const pages = bvid === EPISODES ? [{ cid: 88 }, { cid: 89 }, { cid: 90 }] : [{ cid: 88 }]
  const isExclusive = bvid === SUPPORTERS
  return {
    ...state,
    videoData: { ...state.videoData, bvid, pages, cid: CIDS[bvid] ?? 88, is_upower_exclusive: isExclusive },
  }
}
/** The `cid` of each video, by which the player API identifies it. */
const CIDS: Record<string, number> = { [SPLIT]: 91, [SUPPORTERS]: 92, [CODECS]: 93 }

const picture = (
  id: number,
  name: string,
  bandwidth: number,
  codecs: string,
  width: number,
  height: number,
) => ({
  id,
  // `baseUrl` and the first backup URL point to peers of Bilibili's peer-to-peer network on unusual ports.
  // The second backup URL points to a web server.
  baseUrl: `https://xy1x2x3x4xy.mcdn.bilivideo.cn:4483/upgcxcode/${name}.m4s?e=1`,
  backupUrl: [
    `https://xy5x6x7x8xy.mcdn.bilivideo.cn:8082/upgcxcode/${name}.m4s?e=1`,
    `${MEDIA}/${name}.m4s?e=1`,
  ],
  mimeType: 'video/mp4',
  codecs,
  bandwidth,
  width,
  height,
  frameRate: '25',
})

const streams = {
  code: 0,
  data: {
    timelength: 12_000,
    quality: 64,
    support_formats: [
      { quality: 64, new_description: '720P' },
      { quality: 32, new_description: '480P' },
    ],
    dash: {
      duration: 12,
      video: [
        picture(64, 'video-720', 1_543_000, 'avc1.4d401f', 1_280, 720),
        picture(32, 'video-360', 518_000, 'avc1.4d401e', 640, 360),
      ],
      audio: [
        {
          id: 30_280,
          baseUrl: `${MEDIA}/audio.m4s?e=1`,
          mimeType: 'audio/mp4',
          codecs: 'mp4a.40.2',
          bandwidth: 128_000,
        },
      ],
    },
  },
}

const part = (n: number) => ({
  order: n,
  url: `${MEDIA}/part-${n}-720.flv?e=1`,
  length: 6_000,
  size: 500_000,
})
const split = {
  code: 0,
  data: {
    timelength: 12_000,
    quality: 64,
    accept_quality: [64],
    support_formats: [{ quality: 64, new_description: '720P' }],
    durl: [part(1), part(2)],
  },
}
const preview = { code: 0, data: { ...streams.data, accept_description: ['试看'] } }

/** The guest's 480p of one video in three codecs. */
const threeCodecs = {
  code: 0,
  data: {
    ...streams.data,
    dash: {
      ...streams.data.dash,
      video: [
        picture(32, 'video-360', 300_000, 'av01.0.04M.08', 852, 480),
        picture(32, 'video-360', 400_000, 'hev1.1.6.L120.90', 852, 480),
        picture(32, 'video-360', 518_000, 'avc1.4d401e', 852, 480),
      ],
    },
  },
}

const keys = {
  img_url: `https://i0.hdslb.com/bfs/wbi/${'a'.repeat(32)}.png`,
  sub_url: `https://i0.hdslb.com/bfs/wbi/${'b'.repeat(32)}.png`,
}
const calls: Record<string, object> = {
  '/x/player/pagelist': { code: 0, data: [{ page: 1, part: 'p', cid: 88 }] },
  '/x/web-interface/nav': { code: -101, data: { wbi_img: keys } },
  '/x/player/wbi/v2': { code: 0, data: { subtitle: { subtitles: [] } } },
  '/x/player/wbi/playurl': streams,
}

function apiAnswer(path: string, query: URLSearchParams) {
  const episodes = [1, 2, 3].map((page) => ({ page, part: `Episode ${page}`, cid: 87 + page }))
  if (path === '/x/player/pagelist' && query.get('bvid') === EPISODES)
    return json({ code: 0, data: episodes })
  if (path === '/x/player/wbi/playurl' && query.get('cid') === '91') return json(split)
  if (path === '/x/player/wbi/playurl' && query.get('cid') === '92') return json(preview)
  if (path === '/x/player/wbi/playurl' && query.get('cid') === '93') return json(threeCodecs)
  return calls[path] && json(calls[path])
}

export const bilibili: Site = {
  hosts: ['www.bilibili.com', 'm.bilibili.com', 'api.bilibili.com', 'b23.tv', '.bilivideo.com', '.hdslb.com'],
  answer({ host, path, query, headers }) {
    if (host === 'b23.tv') return redirect(`https://www.bilibili.com/video/${SHORT_LINKS[path] ?? GOOD}`)
    if (host.endsWith('.hdslb.com')) return file('picture.jpg')
    if (host === 'api.bilibili.com') return apiAnswer(path, query)
    if (host.endsWith('.bilivideo.com')) {
      if (!headers.referer?.includes('bilibili.com')) return refuse(403, 'These media need a Referer.')
      return file(
        path.includes('audio') ? 'audio.m4a' : path.includes('720') ? 'video-720.mp4' : 'video-360.mp4',
      )
    }
    if (!path.startsWith('/video/')) return undefined
    const said = path.includes(GONE) ? { error: { trueCode: -404 } } : stateOf(path)
    return html(
      `<!doctype html><script>window.__INITIAL_STATE__=${JSON.stringify(said)};(function(){})();</script>`,
    )
  },
}
