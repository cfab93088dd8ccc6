import fs from 'node:fs'
import path from 'node:path'
import { config } from '../../../merger/config.ts'
import { startEgress } from '../../../merger/egress/egress.ts'
import { ForkServer } from '../../../merger/ytdlp/fork-server.ts'

// Saves what yt-dlp returns for links to the test sites of the sealed internet (tests/internet), in one file
// for each link. Tests in tests/merger/extract read these files. CONTRIBUTING.md shows the command.

const links: Record<string, string> = {
  'direct-mp4': 'https://cdn.example/combined-720.mp4',
  'direct-m4a': 'https://cdn.example/audio.m4a',
  'two-sources': 'https://video.example/watch/two-sources',
  'open-graph': 'https://video.example/watch/open-graph',
  'open-graph-audio': 'https://video.example/listen/open-graph',
  'json-ld': 'https://video.example/watch/json-ld',
  inside: 'https://video.example/inside/og',
  hls: 'https://streams.example/hls/master.m3u8',
  'hls-nocodecs': 'https://streams.example/nocodecs/master.m3u8',
  'hls-plain': 'https://streams.example/plain/index.m3u8',
  'hls-live': 'https://streams.example/live/index.m3u8',
  dash: 'https://streams.example/dash/manifest.mpd',
  feed: 'https://podcast.example/feed.xml',
  youtube: 'https://www.youtube.com/watch?v=abcdefghijk',
  'youtube-unusual': 'https://www.youtube.com/watch?v=unusual0000',
  'youtube-wide': 'https://www.youtube.com/watch?v=wideangle00',
  'youtube-post-live': 'https://www.youtube.com/watch?v=postlive000',
  'youtube-storyboards': 'https://www.youtube.com/watch?v=onlyboards0',
  'x-video': 'https://x.com/maker/status/1001',
  'x-gif': 'https://x.com/maker/status/1003',
  'x-two-videos': 'https://x.com/maker/status/1004',
  tiktok: 'https://www.tiktok.com/@_/video/7000000000000000001',
  'tiktok-hevc': 'https://www.tiktok.com/@_/video/7000000000000000005',
  'tiktok-photos': 'https://vm.tiktok.com/photo',
  facebook: 'https://www.facebook.com/watch/?v=3000000001',
  instagram: 'https://www.instagram.com/p/SealedPost2/',
  vimeo: 'https://player.vimeo.com/video/200000001',
  bilibili: 'https://www.bilibili.com/video/BV1xx411c7mD',
  'bilibili-episodes': 'https://www.bilibili.com/video/BV1episodes0',
  'bilibili-preview': 'https://www.bilibili.com/video/BV1supporter',
  xiaohongshu: 'https://www.xiaohongshu.com/explore/64a0000000000000000000a1',
  'apple-podcasts': 'https://podcasts.apple.com/us/podcast/made-up/id1?i=1000',
  soundcloud: 'https://soundcloud.com/maker/tone',
  'soundcloud-preview': 'https://soundcloud.com/maker/snipped',
  'tunein-live': 'https://tunein.com/radio/Made-up-s200',
}

const settings = config(process.env)
const egress = await startEgress(settings)
const server = new ForkServer(settings, egress.proxy)
for (const [name, url] of Object.entries(links)) {
  const { info, error } = await server.ask({ url, seconds: 30 })
  if (!info) throw new Error(`${name}: ${error?.message}`)
  const json = JSON.stringify(
    info,
    (_, value: unknown) => (value === null || value === false ? undefined : value),
    1,
  )
  fs.writeFileSync(path.join(import.meta.dirname, 'dumps', `${name}.json`), `${json}\n`)
}
await server.close()
await egress.close()
