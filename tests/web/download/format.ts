import type { Format } from '#contract/api.ts'

export const format = (key: string, fields: Partial<Format>): Format => ({
  key,
  url: `/api/download/start-merge?task_id=${key}`,
  label: key,
  ext: 'mp4',
  is_audio_only: false,
  has_audio: true,
  ...fields,
})
