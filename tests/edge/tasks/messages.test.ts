import { expect, test } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { stageMessage } from '../../../edge/tasks/messages.ts'

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
  expect(stageMessage(streams, stage, null)).toBe(message)
})

test('states the seconds of a wait only if they are known', () => {
  expect(stageMessage(both, 'waiting', 4)).toBe('The site makes us wait 4 s')
  expect(stageMessage(both, 'waiting', null)).toBe('The site makes us wait a moment')
  expect(stageMessage(both, 'waiting', 0)).toBe('The site makes us wait a moment')
})
