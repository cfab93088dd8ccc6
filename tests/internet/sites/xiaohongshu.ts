import { file, html, redirect } from '../answers.ts'
import { mediaSize } from '../media.ts'
import type { Site } from '../site.ts'

// The data that yt-dlp 2026.10 reads (extractor/xiaohongshu.py): the JSON of the initial state in the page.

const NOTE = '64a0000000000000000000a1'
const PICTURES = '64a0000000000000000000a2'
/** A note in 2160p, which is also there as HEVC. */
const UHD = '64a0000000000000000000a4'

const rendition = (name: string, width: number, height: number, videoCodec = 'h264') => ({
  width,
  height,
  fps: 25,
  videoCodec,
  audioCodec: 'aac',
  size: mediaSize(name),
  duration: 12_000,
  avgBitrate: Math.round((mediaSize(name) * 8) / 12),
  masterUrl: `http://sns-video-hw.xhscdn.com/${name}`,
  backupUrls: [`http://sns-video-qc.xhscdn.com/${name}`],
})

const note = (id: string) => ({
  title: 'A made-up note',
  desc: 'Made up.',
  user: { userId: '1' },
  imageList: (id === PICTURES ? ['one', 'two', 'three'] : ['cover']).map((name) => ({
    width: 1_280,
    height: 720,
    urlDefault: `http://sns-webpic-qc.xhscdn.com/${name}.jpg!nd_dft`,
    urlPre: `http://sns-webpic-qc.xhscdn.com/${name}.jpg!nd_prv`,
  })),
  ...(id === UHD && {
    video: {
      media: {
        stream: {
          h264: [rendition('combined-720.mp4', 2_160, 3_840), rendition('combined-360.mp4', 1_080, 1_920)],
          h265: [rendition('combined-360.mp4', 2_160, 3_840, 'hevc')],
        },
      },
    },
  }),
  ...(id === NOTE && {
    video: {
      media: {
        stream: {
          h264: [rendition('combined-720.mp4', 1_280, 720), rendition('combined-360.mp4', 640, 360)],
        },
      },
    },
  }),
})

/**
 * Xiaohongshu: two notes have a video, the third has only pictures. Short links redirect to the note with the
 * smaller video.
 */
export const xiaohongshu: Site = {
  hosts: ['www.xiaohongshu.com', 'xhslink.com', '.xhscdn.com'],
  answer({ host, path }) {
    if (host === 'xhslink.com') return redirect(`https://www.xiaohongshu.com/discovery/item/${NOTE}`)
    if (host.endsWith('.xhscdn.com'))
      return file(
        path.includes('.jpg')
          ? 'picture.jpg'
          : path.slice(1) === 'combined-360.mp4'
            ? 'combined-360.mp4'
            : 'combined-720.mp4',
      )
    const [, id] = /\/(?:explore|discovery\/item)\/([\da-f]+)/.exec(path) ?? []
    if (id !== NOTE && id !== PICTURES && id !== UHD) return undefined
    const state = { note: { noteDetailMap: { [id]: { note: note(id) } } } }
    return html(
      `<!doctype html><meta property="og:title" content="A made-up note"><script>window.__INITIAL_STATE__=${JSON.stringify(state)}</script>`,
    )
  },
}
