import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import {
  downloadRequestSchema,
  errorSchema,
  FORMAT_KEY_HEADER,
  mergeStatusSchema,
  platformStatesSchema,
  serverConfigSchema,
  shareAnswerSchema,
  shareSchema,
  startMergeAnswerSchema,
  videoInfoSchema,
} from '#contract/api.ts'
import { withField } from './with-field.ts'

const request = { tweet_url: 'https://video.example/1', user_consent: true, platform: 'youtube', item: 2 }
const info = {
  title: 'A title',
  thumbnail_url: '/image#grant',
  uploader: 'A person',
  description: 'A description',
  platform: 'youtube',
  is_podcast: false,
  series: 'A series',
  season_number: 1,
  episode_number: 2,
  duration: 12.5,
  formats: [
    {
      url: '/media#grant',
      label: '1080p MP4',
      ext: 'mp4',
      resolution: '1080p',
      is_audio_only: false,
      has_audio: true,
      tbr: 1_000,
      abr: 128,
      vbr: 872,
      filesize: 1_500,
      about: true,
      key: 'mp4-1080',
      suggested: true,
      converted: false,
      note: 'HDR',
      play_url: '/playlist#grant',
    },
  ],
  error: null,
  source_url: 'https://video.example/1',
  part: { index: 1, total: 4 },
  entries: [
    {
      index: 1,
      kind: 'image',
      title: 'A picture',
      duration: null,
      thumbnail_url: '/image#grant',
      picture: { url: '/media#grant', ext: 'jpg', width: 640, height: 480 },
    },
  ],
  notice: 'A notice.',
}
const status = {
  task_id: 'task',
  status: 'completed',
  progress: 100,
  message: 'Ready',
  actual_sizes: { final_file: 10, combined_streams: 11 },
  proof: { container: 'mp4', video_codec: 'h264', audio_codec: 'aac', width: 1, height: 2, duration: 3 },
  expires_at: 1_000,
  speed: 1,
  remaining: 2,
  received: 3,
  total: 4,
  code: 'busy',
}
const share = {
  url: '/media#grant',
  title: 'A title',
  filename: 'a.mp4',
  is_audio: true,
  resolution: '1080p',
  filesize: 10,
  bitrate: 128,
  source_url: 'https://video.example/1',
  item: 3,
  thumbnail_url: '/image#grant',
}
const schemas: Record<string, { schema: z.ZodMiniType; value: object }> = {
  downloadRequestSchema: { schema: downloadRequestSchema, value: request },
  videoInfoSchema: { schema: videoInfoSchema, value: info },
  mergeStatusSchema: { schema: mergeStatusSchema, value: status },
  shareSchema: { schema: shareSchema, value: share },
  errorSchema: {
    schema: errorSchema,
    value: { error: 'A sentence.', code: 'stale', format_key: 'mp4-1080' },
  },
  startMergeAnswerSchema: { schema: startMergeAnswerSchema, value: { task_id: 'task' } },
  serverConfigSchema: {
    schema: serverConfigSchema,
    value: { file_retention_seconds: 3_600, environment: 'production' },
  },
  platformStatesSchema: {
    schema: platformStatesSchema,
    value: { youtube: { state: 'refused', since: '2026-01-01T00:00:00Z' } },
  },
  shareAnswerSchema: { schema: shareAnswerSchema, value: { short_url: '/s/abc' } },
}

test.each(Object.entries(schemas))('%s.parse keeps all fields of a valid body', (_, { schema, value }) => {
  expect(schema.parse(value)).toEqual(value)
})

test('names the header x-format-key', () => {
  expect(FORMAT_KEY_HEADER).toBe('x-format-key')
})

describe('a schema accepts only the allowed values of a field', () => {
  const cases: [string, string, readonly unknown[], readonly unknown[]][] = [
    ['videoInfoSchema', 'entries.0.kind', ['video', 'audio', 'image', null], ['', 'text', undefined]],
    ['mergeStatusSchema', 'status', ['queued', 'processing', 'completed', 'failed'], ['', 'expired']],
    [
      'platformStatesSchema',
      'youtube.state',
      ['works', 'limited', 'refused', 'unreachable'],
      ['', 'down', undefined],
    ],
    ['shareSchema', 'is_audio', [true, false, 'true', 'false', undefined], ['', 'yes', 1, null]],
    ['shareSchema', 'filesize', [0, 10, '10', undefined], [null, true, '1'.repeat(21)]],
  ]
  test.each(cases)('%s accepts only valid values for the field %s', (name, path, accepted, refused) => {
    const { schema, value } = schemas[name]!
    for (const each of accepted)
      expect(schema.safeParse(withField(value, path, each)).success, JSON.stringify(each)).toBe(true)
    for (const each of refused)
      expect(schema.safeParse(withField(value, path, each)).success, JSON.stringify(each)).toBe(false)
  })
})

test.each<[string, string, unknown]>([
  ['downloadRequestSchema', 'tweet_url', undefined],
  ['downloadRequestSchema', 'platform', 'p'.repeat(33)],
  ['downloadRequestSchema', 'item', 0],
  ['downloadRequestSchema', 'item', 1.5],
  ['downloadRequestSchema', 'user_consent', 'yes'],
  ['videoInfoSchema', 'formats', null],
  ['videoInfoSchema', 'formats.0.key', undefined],
  ['videoInfoSchema', 'formats.0.has_audio', 'yes'],
  ['videoInfoSchema', 'formats.0.filesize', -1],
  ['videoInfoSchema', 'duration', -1],
  ['videoInfoSchema', 'part', {}],
  ['videoInfoSchema', 'entries.0.picture', {}],
  ['mergeStatusSchema', 'progress', '5'],
  ['mergeStatusSchema', 'proof', {}],
  ['mergeStatusSchema', 'actual_sizes', { final_file: -1 }],
  ['shareSchema', 'url', ''],
  ['shareSchema', 'url', 'u'.repeat(4_097)],
  ['shareSchema', 'title', 't'.repeat(2_001)],
  ['shareSchema', 'source_url', 'u'.repeat(2_049)],
  ['shareSchema', 'thumbnail_url', 'u'.repeat(2_081)],
  ['shareSchema', 'unknown', 'x'],
  ['errorSchema', 'code', undefined],
  ['startMergeAnswerSchema', 'task_id', undefined],
  ['serverConfigSchema', 'environment', undefined],
  ['platformStatesSchema', 'youtube', {}],
  ['shareAnswerSchema', 'short_url', undefined],
])('the schema %s refuses a body whose field %s has the value %j', (name, path, field) => {
  const { schema, value } = schemas[name]!
  expect(schema.safeParse(withField(value, path, field)).success).toBe(false)
})
