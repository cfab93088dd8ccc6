import { expect, test } from 'vitest'
import { healthSchema, type Health } from '#contract/engine/health.ts'
import { withField } from '../with-field.ts'

const health: Health = {
  v: 1,
  boot: 'boot',
  yt_dlp: '2026.10.26',
  yt_dlp_age_days: 28,
  ffmpeg: '7.1',
  build: 'abc',
  self_test: 'passed',
  js: '24',
  ejs: '1',
  curl_cffi: '0.13',
  sandbox: { landlock: true },
  merges: { busy: 1, slots: 4 },
  extractions: { busy: 2, slots: 8 },
  draining: true,
  calls: 2,
  outcomes: { youtube: { ok: 3 } },
  warnings: { youtube: { no_solver: 1 } },
}

test('keeps all fields', () => {
  expect(healthSchema.parse(health)).toEqual(health)
})

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['self_test', ['running', 'passed', 'failed'], ['', 'ok', undefined]],
])('%s accepts only its known values', (path, accepted, refused) => {
  for (const value of accepted)
    expect(healthSchema.safeParse(withField(health, path, value)).success).toBe(true)
  for (const value of refused)
    expect(healthSchema.safeParse(withField(health, path, value)).success).toBe(false)
})

test.each<[string, unknown]>([
  ['merges', {}],
  ['extractions', { busy: 1 }],
  ['v', '1'],
  ['outcomes', { youtube: 3 }],
])('refuses the field %s with the value %j', (path, value) => {
  expect(healthSchema.safeParse(withField(health, path, value)).success).toBe(false)
})
