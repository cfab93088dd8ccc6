import { expect, test } from 'vitest'
import { keysIn, mergerKeys, mergerSettings } from '#contract/merger-settings.ts'

type Name = keyof typeof mergerSettings

test.each<[Name, string]>([
  ['MERGE_SLOTS', '1'],
  ['MERGE_SLOTS', '64'],
  ['EXTRACT_CHILDREN', '128'],
  ['EXTRACT_QUEUE', '0'],
  ['EXTRACT_QUEUE', '10000'],
  ['YTDLP_PLUGINS', '/opt/plugins'],
  ['YTDLP_EXTRACTOR_ARGS', '{"youtube": {"player_client": ["default", "mweb"]}}'],
  ['YTDLP_PROVIDER', 'http://127.0.0.1:4416'],
])('the setting %s accepts %s', (name, value) => {
  expect(mergerSettings[name].safeParse(value).success).toBe(true)
})

test.each<[Name, string, string]>([
  ['MERGE_SLOTS', '0', ''],
  ['MERGE_SLOTS', '65', ''],
  ['MERGE_SLOTS', '1.5', ''],
  ['MERGE_SLOTS', 'four', ''],
  ['EXTRACT_QUEUE', '-1', ''],
  ['YTDLP_PROVIDER', '127.0.0.1', 'must have the form http://host:port'],
  ['YTDLP_PROVIDER', 'http://127.0.0.1:4416/path', 'must have the form http://host:port'],
  ['YTDLP_PLUGINS', 'opt/plugins', 'must be an absolute path'],
  ['YTDLP_PLUGINS', '/', 'must be an absolute path'],
  ['YTDLP_EXTRACTOR_ARGS', '{', 'must be JSON like {"youtube": {"player_client": ["mweb"]}}'],
  ['YTDLP_EXTRACTOR_ARGS', '{"a":1}', 'must be JSON like {"youtube": {"player_client": ["mweb"]}}'],
  ['YTDLP_PROVIDER', 'socks5h://127.0.0.1:4416', 'must have the form http://host:port'],
])('the setting %s refuses the value %s with the message: %s', (name, value, message) => {
  const { success, error } = mergerSettings[name].safeParse(value)
  expect(success).toBe(false)
  expect(error!.issues[0]!.message).toContain(message)
})

test('accepts extractor arguments of 16,384 characters', () => {
  const { YTDLP_EXTRACTOR_ARGS: schema } = mergerSettings
  const text = (length: number) => JSON.stringify({ youtube: { a: [] } }).padEnd(length)
  expect(schema.safeParse(text(16_384)).success).toBe(true)
  expect(schema.safeParse(text(16_385)).success).toBe(false)
})

test('MERGER_KEYS holds one to four keys of 43 to 128 characters', () => {
  const key = 'k_-9'.repeat(11)
  const [least, most] = ['k'.repeat(43), 'k'.repeat(128)]
  for (const text of [least, most, `${least} ${key}`, `${key}\n \t${key} ${key} ${most}`])
    expect(mergerKeys.safeParse(text).success, text).toBe(true)
  for (const text of [
    '',
    'k'.repeat(42),
    'k'.repeat(129),
    `${key} ${'k'.repeat(42)}`,
    `${key} `,
    ` ${key}`,
    `${key},${key}`,
    `${key} ${key} ${key} ${key} ${key}`,
    '!'.repeat(43),
  ])
    expect(mergerKeys.safeParse(text).error?.issues[0]?.message, text).toBe(
      'must hold one to four keys of at least 43 characters (A-Z a-z 0-9 _ -), separated by spaces',
    )
})

test('keysIn splits MERGER_KEYS at any white space', () => {
  expect(keysIn('one')).toEqual(['one'])
  expect(keysIn('one two\n \tthree')).toEqual(['one', 'two', 'three'])
})
