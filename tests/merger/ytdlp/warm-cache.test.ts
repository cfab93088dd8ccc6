import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { python } from '../../python.ts'

const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')

/** Runs Python code that uses an empty `cache` and sets the variable `result`. Returns `result`. */
function run(code: string): unknown {
  const program = `import json, time\nimport warm_cache\ncache = warm_cache.WarmCache()\n${code}\nprint(json.dumps(result))`
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return JSON.parse(execFileSync(python, ['-c', program], { encoding: 'utf8', env }))
}

/**
 * Passes one cache entry to the cache of the parent process, as if a child process had extracted `link` and
 * returned this entry. Returns the value that the cache then contains; null if the cache rejected the entry.
 */
const kept = (link: string, section: string, key: string, value: string) =>
  run(`cache.accept(${JSON.stringify(link)}, [['${section}', '${key}', ${value}]])
result = cache.load('${section}', '${key}')`)

const ID = 'a'.repeat(32)
const PLAYER = 'player:https://www.youtube.com/s/player/0a1b2c3d/player_ias.vflset/en_US/base.js'

test.each([
  ['https://soundcloud.com/maker/tone', 'soundcloud', 'client_id', `'${ID}'`, ID],
  ['https://m.soundcloud.com/maker/tone', 'soundcloud', 'client_id', `'${ID}'`, ID],
  ['https://www.youtube.com/watch?v=x', 'youtube-sts', '0a1b2c3d-main', '20500', 20_500],
  ['https://youtu.be/x', 'youtube-sigfuncs', '0a1b2c3d-main-3', '[2, 0, 1]', [2, 0, 1]],
  ['https://www.youtube.com/watch?v=x', 'challenge-solver', PLAYER, `'var x'`, 'var x'],
  ['https://vimeo.com/1', 'vimeo', 'macos_oauth', `'t0k.en'`, 't0k.en'],
  ['https://podcasts.apple.com/x', 'apple-token', 'https://podcasts.apple.com', `'a.b-c_d'`, 'a.b-c_d'],
])('lets a child that extracted %s write to the section %s', (link, section, key, value, expected) => {
  expect(kept(link, section, key, value)).toEqual(expected)
})

test.each([
  ['a link of an unknown site', 'https://evil.example/soundcloud.com', 'soundcloud', 'client_id', `'${ID}'`],
  [
    'a host with the platform as prefix',
    'https://soundcloud.com.evil.example/',
    'soundcloud',
    'client_id',
    `'${ID}'`,
  ],
  ['a host that ends like the platform', 'https://notyoutube.com/', 'youtube-sts', 'a-main', '20500'],
  ['another platform', 'https://vimeo.com/1', 'soundcloud', 'client_id', `'${ID}'`],
  ['another key', 'https://soundcloud.com/a', 'soundcloud', 'cookies', `'${ID}'`],
  [
    'a player of another host',
    'https://youtu.be/x',
    'challenge-solver',
    'player:https://evil.example/s/p',
    `'x'`,
  ],
  ['a value of another type', 'https://soundcloud.com/a', 'soundcloud', 'client_id', '{"a": 1}'],
  ['a text with other characters', 'https://soundcloud.com/a', 'soundcloud', 'client_id', `'a b'`],
  ['a token that is too long', 'https://soundcloud.com/a', 'soundcloud', 'client_id', `'a' * 4001`],
  ['a player that is too long', 'https://youtu.be/x', 'challenge-solver', PLAYER, `'a' * 6_000_001`],
  ['a permutation with a text', 'https://youtu.be/x', 'youtube-sigfuncs', 'a-main-2', '[0, "1"]'],
  ['a truth value instead of a number', 'https://youtu.be/x', 'youtube-sts', 'a-main', 'True'],
])('the cache rejects an entry with %s', (_, link, section, key, value) => {
  expect(kept(link, section, key, value)).toBeNull()
})

test.each([
  'None',
  '7',
  '"text"',
  '{}',
  '[7]',
  '[["soundcloud"]]',
  '[["unknown", "k", 1]]',
  '[[[], "k", 1]]',
])('ignores %s in place of cache entries', (learned) => {
  const code = `cache.accept('https://soundcloud.com/a', ${learned})\nresult = len(cache.entries)`
  expect(run(code)).toBe(0)
})

test('keeps only the two newest prepared YouTube players', () => {
  const code = `
for n in range(5):
    cache.accept('https://youtu.be/x', [['challenge-solver', 'player:https://www.youtube.com/s/player/' + str(n), 'x']])
result = [key[-1] for _, key in cache.entries]`
  expect(run(code)).toEqual(['3', '4'])
})

test('drops a client_id of SoundCloud after a day or by None', () => {
  const code = `
link = 'https://soundcloud.com/a'
cache.accept(link, [['soundcloud', 'client_id', '${ID}']])
later = time.time() + 24 * 3600 + 1
now, warm_cache.time.time = cache.load('soundcloud', 'client_id'), lambda: later
ended = cache.load('soundcloud', 'client_id')
cache.accept(link, [['soundcloud', 'client_id', '${ID}']])
cache.accept(link, [['soundcloud', 'client_id', None]])
result = [now, ended, cache.load('soundcloud', 'client_id')]`
  expect(run(code)).toEqual([ID, null, null])
})

test('takes new values and classes back only by RULES', () => {
  const code = `
warm_cache.BilibiliBaseIE._wbi_key_cache.update({'key': 'k' * 32, 'ts': 1})
cache.store('soundcloud', 'client_id', '${ID}')
cache.store('youtube-cookies', 'session', 'secret')
warm_cache.read_attributes(cache, {})
result = cache.learned`
  expect(run(code)).toEqual([
    ['soundcloud', 'client_id', ID],
    ['bilibili-wbi', 'key', { key: 'k'.repeat(32), ts: 1 }],
  ])
})

test('sends no entry of the parent back to it', () => {
  const code = `
cache.accept('https://www.bilibili.com/video/x', [['bilibili-wbi', 'key', {'key': 'k', 'ts': 1}]])
warm_cache.set_attributes(cache)
warm_cache.read_attributes(cache, {})
result = [warm_cache.BilibiliBaseIE._wbi_key_cache, cache.learned]`
  expect(run(code)).toEqual([{ key: 'k', ts: 1 }, []])
})
