import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { python } from '../../python.ts'
import { mapped } from '../ytdlp/dumps.ts'
import { isMade, linesOf } from './rows.ts'

// yt-dlp drops much of what a playlist says of its sound; the patches of the merger keep it.

const track = (name: string, more: string, link = true) =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="${name}",${more}${link ? `,URI="${name}.m3u8"` : ''}`
const stream = (group = 'g', sound = 'mp4a.40.2', link = 'v.m3u8') =>
  `#EXT-X-STREAM-INF:BANDWIDTH=4500000,RESOLUTION=1920x1080,CODECS="avc1.640028,${sound}",AUDIO="${group}"\n${link}`

type List = { tags: string[]; rows: string[] }

const lists: Record<string, List> = {
  'sound of another language beside that in the picture': {
    tags: [
      track('English', 'LANGUAGE="en",DEFAULT=YES', false),
      track('Spanish', 'LANGUAGE="es",DEFAULT=NO'),
      stream(),
    ],
    rows: [
      '* 1080p MP4 | hls-4500',
      'Audio M4A | hls-4500',
      'Audio M4A | in Spanish | hls-g-Spanish',
      'made of hls-4500',
    ],
  },
  'sound in the picture without a language, listed after others': {
    tags: [track('Deutsch', 'LANGUAGE="de",DEFAULT=NO'), track('Main', 'DEFAULT=YES', false), stream()],
    rows: [
      '* 1080p MP4 | hls-4500',
      'Audio M4A | hls-4500',
      'Audio M4A | in German | hls-g-Deutsch',
      'made of hls-4500',
    ],
  },
  'the feed of a game with the radio and the sound of the park': {
    tags: [
      track('English', 'LANGUAGE="en",AUTOSELECT=YES,DEFAULT=YES', false),
      track('Natural Sound', 'LANGUAGE="zxx",AUTOSELECT=NO'),
      track('English Radio', 'LANGUAGE="en",AUTOSELECT=NO'),
      stream(),
    ],
    rows: [
      '* 1080p MP4 | hls-4500',
      'Audio M4A | hls-4500',
      'Audio M4A | English Radio | hls-g-English_Radio',
      'Audio M4A | Natural Sound | hls-g-Natural_Sound',
      'made of hls-4500',
    ],
  },
  'a narrator whom only the characteristics name': {
    tags: [
      track('One', 'LANGUAGE="en",DEFAULT=NO,CHARACTERISTICS="public.accessibility.describes-video"'),
      track('Two', 'LANGUAGE="en",DEFAULT=YES'),
      stream(),
    ],
    rows: [
      '* 1080p MP4 | hls-4500+hls-g-Two',
      '1080p MP4 | audio description: English | hls-4500+hls-g-One',
      'Audio M4A | hls-g-Two',
      'Audio M4A | audio description: English | hls-g-One',
      'made of hls-g-Two',
    ],
  },
  'stereo and surround sound of one name': {
    tags: [
      track('English', 'LANGUAGE="en",DEFAULT=YES,CHANNELS="2"'),
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="6",URI="s.m3u8"',
      stream(),
      stream('s', 'ec-3', 'w.m3u8'),
    ],
    rows: [
      '* 1080p MP4 | hls-4500-1+hls-g-English',
      'Audio M4A | hls-g-English',
      'Audio M4A | surround sound, E-AC-3 | hls-s-English',
      'made of hls-g-English',
    ],
  },
  'qualities of sound without a default': {
    tags: [
      track('one', 'DEFAULT=NO'),
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="f",NAME="one",DEFAULT=NO,URI="f.m3u8"',
      stream(),
      '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=320x180,CODECS="avc1.640028,mp4a.40.2",AUDIO="f"\nw.m3u8',
    ],
    rows: [
      '* 1080p MP4 | hls-4500+hls-g-one',
      '180p MP4 | hls-100+hls-g-one',
      'Audio M4A | hls-g-one',
      'made of hls-g-one',
    ],
  },
  'a commentary that is the main sound': {
    tags: [
      track('Stadium', 'LANGUAGE="en",DEFAULT=NO'),
      track('Commentary', 'LANGUAGE="en",DEFAULT=YES'),
      stream(),
    ],
    rows: [
      '* 1080p MP4 | hls-4500+hls-g-Commentary',
      'Audio M4A | hls-g-Commentary',
      'Audio M4A | Stadium | hls-g-Stadium',
      'made of hls-g-Commentary',
    ],
  },
  'tracks with names and no languages': {
    tags: [track('Deutsch', 'DEFAULT=YES'), track('English (Original)', 'DEFAULT=NO'), stream()],
    rows: [
      '* 1080p MP4 | hls-4500+hls-g-Deutsch',
      '1080p MP4 | original sound: English | hls-4500+hls-g-English__Original_',
      '1080p MP4 | with English as second sound | hls-4500+hls-g-Deutsch',
      'Audio M4A | hls-g-Deutsch',
      'Audio M4A | original sound: English | hls-g-English__Original_',
      'made of hls-g-Deutsch',
    ],
  },
}

const playlists = Object.values(lists).map(({ tags }) => ['#EXTM3U', ...tags, ''].join('\n'))
const program = path.join(import.meta.dirname, 'playlists.py')
const lecture = (type: string, lines: number, sound: object) => ({
  url: `https://a.example/${type}-${lines}.mp4`,
  type: `${type}/delivery`,
  video: { resolution: `${(lines * 16) / 9}x${lines}`, encoder: { type: 'H.264' } },
  ...sound,
})
const heard = { audio: { encoder: { type: 'AAC' } } }
const lectures = [
  [lecture('presenter', 720, heard), lecture('presentation', 1080, {})],
  [
    lecture('presenter', 720, heard),
    lecture('presentation', 1080, heard),
    lecture('presentation', 720, heard),
  ],
].map((tracks) => ({ id: 'x', media: { track: tracks } }))

const infos = JSON.parse(
  execFileSync(python, [program], { input: JSON.stringify([...playlists, ...lectures]) }).toString(),
) as unknown[]

test.each(Object.entries(lists).map(([name, { rows }], at) => [name, rows, infos[at]] as const))(
  'keeps %s apart',
  (_, rows, info) => {
    const lines = linesOf(mapped(info))
    const source = lines.find(isMade)?.split(' | ').at(-1)
    expect([...lines.filter((line) => !isMade(line)), `made of ${source}`]).toEqual(rows)
  },
)

test('keeps the speaker and the slides of a lecture apart and suggests a view with sound', () => {
  const views = infos.slice(-2).map((info) => linesOf(mapped(info)).filter((line) => line.includes('p MP4')))
  expect(views).toEqual([
    ['* 720p MP4 | presenter | 1', '1080p MP4 | presentation | 0'],
    ['* 1080p MP4 | presentation | 1', '720p MP4 | presentation | 2', '720p MP4 | presenter | 0'],
  ])
})
