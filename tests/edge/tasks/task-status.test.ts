import { expect, test } from 'vitest'
import { sentenceOf } from '#contract/sentence.ts'
import { advance } from '../../../edge/tasks/task-machine.ts'
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
  const { message } = statusOf(task, 2)!
  expect(message).toBe(sentenceOf('site_blocks_us', source_url))
  expect(message).toContain('Vimeo')
})
