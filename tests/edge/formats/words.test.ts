import { expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Tag } from '#texts/languages.ts'
import { audio, combined, video } from '../../extractions.ts'
import { formatOf, infoWith } from './infos.ts'

const inLanguage = async (language: Tag, facts: Parameters<typeof formatOf>[0]) => {
  const { label, note } = (await infoWith({ renditions: [facts] }, language)).formats[0]!
  return `${label} | ${note}`
}
const dub = { original: false, language: 'de', traits: ['dub'] }
const subtitled = { version: 'German subtitles in the picture', hdr: true }

test.each([
  ['en', combined(dub), '1080p MP4 | dubbed: German'],
  ['zh-Hans', combined(dub), '1080p MP4 | 配音：德语'],
  ['ar', combined(dub), '1080p MP4 | مدبلج: الألمانية'],
  ['zh-Hans', combined({ width: null, height: null, traits: ['preview'] }), 'MP4（画质未知） | 仅试看'],
  ['en', combined(subtitled), '1080p MP4 | German subtitles in the picture, HDR'],
  ['zh-Hans', combined(subtitled), '1080p MP4 | 画面带德语字幕，HDR'],
  [
    'ja',
    combined({ version: 'sign language in the picture', fps: 60 }),
    '1080p MP4 | 映像に手話あり、60 fps',
  ],
  ['es', combined({ version: 'Director’s Cut' }), '1080p MP4 | Director’s Cut'],
] as const)('words a format in %s', async (language, rendition, words) => {
  expect(await inLanguage(language, rendition)).toBe(words)
})

test('a conversion names the rate of its source in the language of the call', async () => {
  const renditions = [audio({ container: 'opus', abr: 128, tbr: 128 })]
  const { formats } = await infoWith({ renditions }, 'zh-Hans')
  const mp3 = formats.find(({ ext, abr }) => ext === 'mp3' && abr === 320)
  expect(mp3).toMatchObject({ label: '音频 MP3 320 kbps', note: '转换，不会好于来源的 128 kbps' })
})

const tooLarge = (heights: number[]) => [
  audio({ id: 'a' }),
  video({ id: 'fits', height: 360, width: 640, filesize: 1_000 }),
  ...heights.map((height) =>
    video({ id: `v${height}`, height, width: height * 2, filesize: MAX_FILE_BYTES + 1 }),
  ),
]

test.each([
  ['en', [1_080], '1080p is missing here: its file would be above our limit of 4 GB.'],
  ['en', [1_080, 1_440], '1440p and 1080p are missing here: their files would be above our limit of 4 GB.'],
  ['zh-Hans', [1_080, 1_440], '这里没有 1440p和1080p：文件会超过我们 4 GB 的上限。'],
  ['ar', [1_080], 'لا تتوفر هنا 1080p: سيتجاوز ملفها حدنا البالغ 4 GB.'],
  ['ar', [1_080, 1_440], 'لا تتوفر هنا 1440p و1080p: سيتجاوز ملفاهما حدنا البالغ 4 GB.'],
  ['ar', [720, 1_080, 1_440], 'لا تتوفر هنا 1440p و1080p و720p: ستتجاوز ملفاتها حدنا البالغ 4 GB.'],
] as const)('%s: heights %j that are too large are missing', async (language, heights, notice) => {
  expect((await infoWith({ renditions: tooLarge([...heights]) }, language)).notice).toBe(notice)
})

test.each([
  [{ is_preview: true }, '网站只提供这项内容的试看，而不是全部。'],
  [{ section: { start: 29, end: 3_639.7 } }, '这个链接是一个片段（0:29 到 1:00:40）。下面的格式是完整视频。'],
  [{ extractor: 'feed', part: { index: 1, total: 2 } }, '这个订阅源中最新的一集。'],
])('words the notice of %j in Chinese', async (facts, notice) => {
  expect((await infoWith(facts, 'zh-Hans')).notice).toBe(notice)
})

test('names subtitles in the language of the call', async () => {
  const one = { url: 'https://cdn.test/s.vtt', automatic: false, headers: {}, bound: false, name: null }
  const subtitles = ['de', 'en-x-forced', 'x-own'].map((language) => ({ ...one, language }))
  const labels = (await infoWith({ subtitles }, 'zh-Hans')).subtitles?.map(({ label }) => label)
  expect(labels).toEqual(['德语', '英语 (仅外语部分)', 'x-own'])
})
