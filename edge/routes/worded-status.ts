import type { MergeStatus } from '#contract/api.ts'
import { labelTexts } from '#render'
import type { Tag } from '#texts/languages.ts'
import { sentenceIn } from '../request/failure-words.ts'
import { messageText } from '../tasks/messages.ts'
import type { TaskStatus } from '../tasks/task-status.ts'

/** What a visitor reads of a task, in the language of the call. */
export function wordedStatus(task: TaskStatus, language: Tag): Omit<MergeStatus, 'task_id'> {
  if (task.status !== 'failed')
    return { ...task, message: messageText(task.message, language, labelTexts(language)) }
  const { link, ...facts } = task
  return { ...facts, message: sentenceIn(language, task.code, link) }
}
