import type { BrowserContext } from 'playwright'
import type { Entry, MergeStatus, VideoInfo } from '#contract/api.ts'
import type { Proof } from '#contract/engine/merge.ts'
import { media } from './media.ts'

// Fixed API responses. A test intercepts the API requests of a page and answers them with these responses.
// With them a test can show a page state that would otherwise last only a moment.

const base = {
  has_audio: true,
  is_audio_only: false,
  abr: null,
  vbr: null,
}
const ticketUrl = (name: string) => `/api/download/start-merge?task_id=${name}`

/** The response to an extraction: every kind of format, several items, a notice and an episode number. */
const extraction: VideoInfo = {
  title: 'Coastline after the storm, the long version with the lighthouse',
  thumbnail_url: null,
  uploader: 'Maker of moving pictures',
  description: 'A walk along the shore. '.repeat(20),
  platform: 'youtube',
  is_podcast: false,
  series: 'Walks',
  season_number: 2,
  episode_number: 7,
  duration: 3_729,
  source_url: 'https://www.youtube.com/watch?v=sealedvid00',
  chapters: [
    { start: 0, title: 'The shore' },
    { start: 62.5, title: 'The keeper of the lighthouse and other letters that nobody has opened' },
  ],
  subtitles: [
    { language: 'de', label: 'German', url: '/api/subtitles?url=a&g=b' },
    { language: 'en', label: 'English (United Kingdom)', automatic: true, url: '/api/subtitles?url=c&g=d' },
  ],
  part: { index: 2, total: 4 },
  notice: 'The newest episode of this feed.',
  formats: [
    {
      ...base,
      url: ticketUrl('a'),
      label: '1080p MP4',
      ext: 'mp4',
      resolution: '1080p',
      tbr: 3_210,
      filesize: 48_200_000,
      key: 'a',
      suggested: true,
    },
    {
      ...base,
      url: ticketUrl('b'),
      label: '2160p WEBM',
      ext: 'webm',
      resolution: '2160p',
      tbr: 12_800,
      filesize: 412_000_000,
      about: true,
      key: 'b',
      note: 'HDR, AV1, dubbed: German',
    },
    {
      ...base,
      url: ticketUrl('c'),
      label: '720p MP4',
      ext: 'mp4',
      resolution: '720p',
      has_audio: false,
      tbr: 968,
      filesize: 26_900_000,
      key: 'c',
    },
    {
      ...base,
      url: ticketUrl('d'),
      label: 'Audio M4A',
      ext: 'm4a',
      is_audio_only: true,
      tbr: null,
      abr: 129,
      filesize: 3_600_000,
      key: 'd',
    },
    {
      ...base,
      url: ticketUrl('e'),
      label: 'Audio MP3 192 kbps',
      ext: 'mp3',
      is_audio_only: true,
      tbr: null,
      abr: 192,
      filesize: 5_400_000,
      about: true,
      key: 'e',
      converted: true,
    },
  ],
}

const entries = [1, 2, 3, 4].map((index): Entry => ({
  index,
  kind: index % 2 ? 'image' : 'video',
  title: null,
  duration: null,
  ...(index % 2 && {
    picture: { url: `/api/proxied_download?n=${index}`, ext: 'jpg', width: 1_280, height: 720 },
  }),
}))

const episodes = Array.from({ length: 84 }, (_, at): Entry => ({
  index: at + 1,
  kind: 'audio',
  title: `Episode ${84 - at}: the keeper of the lighthouse and other letters`,
  duration: 1_800 + at,
  date: `2026-0${1 + (at % 9)}-10`,
}))

/** A browser plays it without a merge, so the preview can show it instead of another format. */
const playable = {
  ...base,
  url: 'https://cdn.example/nearest.mp4',
  label: '720p MP4',
  ext: 'mp4',
  resolution: '720p',
  tbr: 968,
  filesize: 26_900_000,
  key: 'f',
}

/** What a link that contains the key also gets. */
const lists: Record<string, Partial<VideoInfo>> = {
  items: { entries },
  nearest: { formats: [...extraction.formats, playable] },
  show: { entries: episodes, part: { index: 1, total: 84 }, is_podcast: true },
}

/** The request of the page, in which a link and a choice of subtitles stand. */
function answerTo(request: string): VideoInfo {
  const [list = ''] = /items|nearest|show/.exec(request) ?? []
  const { subtitles } = JSON.parse(request) as { subtitles?: string }
  return { ...extraction, ...lists[list], ...(subtitles && { with_subtitles: subtitles }) }
}

/** Path of the preview of the first format. */
export const previewPath = `/preview?url=${encodeURIComponent(ticketUrl('a'))}&title=${encodeURIComponent(extraction.title)}&filename=coastline_1080p.mp4&is_audio=false&resolution=1080p&filesize=48200000&bitrate=3210&source_url=${encodeURIComponent(extraction.source_url)}`

const runningStatus: MergeStatus = {
  task_id: 't',
  status: 'processing',
  progress: 64,
  message: 'Downloading video and audio',
  received: 30_800_000,
  total: 48_200_000,
  speed: 4_100_000,
  remaining: 5,
}

/** Returns the status of a finished file that expires in this many milliseconds. */
const ready = (milliseconds: number, proof: Partial<Proof> = {}) => ({
  ...runningStatus,
  status: 'completed',
  progress: 100,
  message: 'Ready',
  expires_at: Date.now() + milliseconds,
  actual_sizes: { final_file: 48_212_345, combined_streams: 48_200_000 },
  proof: {
    container: 'mp4',
    duration: 3_729,
    width: 1_920,
    height: 1_080,
    video_codec: 'h264',
    audio_codec: 'aac',
    ...proof,
  },
})

/** Responses to requests for the status of a merge. Each key names the state that the preview then shows. */
const statuses = {
  processing: () => runningStatus,
  ready: () => ready(2_830_000),
  shortened: () => ready(2_830_000, { left_out: 31 }),
  surround: () => ready(2_830_000, { audio_codec: 'ac3' }),
  failed: () => ({
    ...runningStatus,
    status: 'failed',
    message: 'The source stopped sending this file. Please try again or choose another format.',
  }),
  // The file expires while the page shows it.
  expired: () => ready(1_500),
} satisfies Record<string, () => object>

export type TaskState = keyof typeof statuses

/**
 * Imitates the API for the pages of a browser context: responds to requests for extractions, merges, merged
 * files and short links. The extraction of a link that contains "wrong" fails; every other link gets
 * `extraction`, with the list of `lists` that it names.
 * @param state the state that the API reports for every merge
 * @param file the file that the player receives; when absent, the player receives bytes that it cannot play
 */
export async function answerApi(context: BrowserContext, state: TaskState = 'processing', file?: Buffer) {
  await context.route('**/api/download-video', (route) =>
    route.request().postData()?.includes('wrong')
      ? route.fulfill({
          status: 503,
          json: {
            error: 'The site is limiting us at the moment. Please try again in a few minutes.',
            code: 'site_limit',
          },
        })
      : route.fulfill({ json: answerTo(route.request().postData() ?? '{}') }),
  )
  await context.route('**/api/download/start-merge**', (route) => route.fulfill({ json: { task_id: 't' } }))
  await context.route('**/api/download/status/**', (route) => route.fulfill({ json: statuses[state]() }))
  await context.route('**/api/download/watch/**', (route) => route.fulfill({ status: 204 }))
  await context.route('**/api/download/task/**', (route) => route.fulfill({ status: 204 }))
  await context.route('**/api/download/file/**', (route) =>
    file
      ? route.fulfill({ body: file, contentType: 'video/mp4', headers: { 'accept-ranges': 'none' } })
      : route.fulfill({ body: 'not a video', contentType: 'video/mp4' }),
  )
  await context.route(`**/api/proxied_download?*${encodeURIComponent(playable.url)}*`, async (route) =>
    route.fulfill({ body: await media('combined-720.mp4'), contentType: 'video/mp4' }),
  )
  await context.route('**/api/shorten-preview', (route) =>
    route.fulfill({ json: { short_url: 'https://tidepool.example/s/AbCdEfGh' } }),
  )
}
