import { expect, test } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import type { Tag } from '#texts/languages.ts'
import { labelTexts } from '#render'
import { messageText, stageMessage } from '../../../edge/tasks/messages.ts'

const ref = { id: '1', height: null, container: 'mp4', codec: null, language: null }
const video = { ...ref, kind: 'video' } as const
const audio = { ...ref, kind: 'audio' } as const
const plan = (streams: Pick<MergePlan, 'video' | 'audio'>): MergePlan => ({
  source_url: 'https://media.test/v',
  container: 'mp4',
  ...streams,
})
const both = plan({ video, audio })
const onlyVideo = plan({ video, audio: null })
const onlyAudio = plan({ video: null, audio })

const said = (language: Tag, ...[streams, stage, seconds]: Parameters<typeof stageMessage>) =>
  messageText(stageMessage(streams, stage, seconds), language, labelTexts(language))

test.each([
  ['downloading', both, 'Downloading video and audio'],
  ['downloading', onlyVideo, 'Downloading video'],
  ['downloading', onlyAudio, 'Downloading audio'],
  ['converting', both, 'Merging video and audio'],
  ['converting', onlyVideo, 'Converting video'],
  ['converting', onlyAudio, 'Converting audio'],
  ['extracting', both, 'Reading the source'],
  ['finishing', onlyAudio, 'Finishing'],
] as const)('describes the stage %s by the streams of the merge', (stage, streams, message) => {
  expect(said('en', streams, stage, null)).toBe(message)
})

test('states the seconds of a wait only if they are known', () => {
  expect(said('en', both, 'waiting', 4)).toBe('The site makes us wait 4 s')
  expect(said('en', both, 'waiting', null)).toBe('The site makes us wait a moment')
  expect(said('en', both, 'waiting', 0)).toBe('The site makes us wait a moment')
})

test.each([
  ['zh-Hans', 'downloading', both, null, '正在下载视频和音频'],
  ['zh-Hans', 'waiting', both, 4, '网站让我们等 4 秒'],
  ['zh-Hans', 'waiting', both, null, '网站让我们稍等片刻'],
  ['ja', 'extracting', both, null, labelTexts('ja').progress.extracting],
  ['ar', 'converting', onlyAudio, null, 'جارٍ تحويل الصوت'],
] as const)('in %s describes the stage %s', (language, stage, streams, seconds, message) => {
  expect(said(language, streams, stage, seconds)).toBe(message)
})
