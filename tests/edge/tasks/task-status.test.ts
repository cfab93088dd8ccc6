import { expect, test } from 'vitest'
import { sentenceOf } from '#contract/sentence.ts'
import { advance } from '../../../edge/tasks/task-machine.ts'
import { wordedStatus } from '../../../edge/routes/worded-status.ts'
import { statusOf } from '../../../edge/tasks/task-status.ts'

test('names the platform in the message of a failed task', () => {
  const source_url = 'https://vimeo.com/76979871'
  const order = {
    plan: { source_url, video: null, audio: null, container: 'mp4' as const },
    key: '',
    merger: 'local:0',
  }
  const task = advance(advance(undefined, { type: 'started', order, at: 0 })!, {
    type: 'refused',
    code: 'site_blocks_us',
    at: 1,
  })
  const status = statusOf(task, 2)!
  expect(wordedStatus(status, 'en').message).toBe(sentenceOf('site_blocks_us', source_url))
  expect(wordedStatus(status, 'zh-Hans')).toMatchObject({
    status: 'failed',
    code: 'site_blocks_us',
    message: 'Vimeo 目前拒绝我们的服务器。其他网站可以用；这个请稍后再试。',
  })
  expect(wordedStatus(status, 'en')).not.toHaveProperty('link')
})
