import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { config } from '../../../../merger/config.ts'
import type { RenditionToOpen } from '../../../../merger/merge/sources/open.ts'
import type { Tools } from '../../../../merger/merge/tools.ts'
import { rendition } from '../../../builders.ts'
import { mp4, read, useOpenRig } from './open-rig.ts'

const MB = 1024 ** 2
const FOUR_HOURS = 4 * 3_600

const rig = useOpenRig()
const { answers, requests, exits, toolsWith, open } = rig

/**
 * Writes a script that a test runs instead of Python, and returns the path of the script. The script saves
 * its input to a file, and prints `output`.
 */
function pythonThatPrints(output: Buffer): string {
  const [program, bytes] = [path.join(rig.folder, 'python'), path.join(rig.folder, 'output')]
  writeFileSync(bytes, output)
  const script = `#!/bin/sh\ncat <&3 >${rig.folder}/input\necho "$PYTHONPATH" >${rig.folder}/library\ncat ${bytes}\n`
  writeFileSync(program, script, { mode: 0o755 })
  return program
}
const hls = rendition({
  id: 'l',
  kind: 'video',
  transport: 'hls',
  url: 'http://cdn.test/l.m3u8',
  headers: { a: 'b' },
})
const playlist = (...lines: string[]) =>
  ['#EXTM3U', '#EXTINF:2.5,', '0.ts', ...lines, '#EXTINF:2.5,', '1.ts', '#EXT-X-ENDLIST'].join('\n')
const openPlaylist = (text: string, wanted: Partial<RenditionToOpen> = {}, more: Partial<Tools> = {}) => {
  answers.set('/l.m3u8', { body: text })
  const PYTHON = pythonThatPrints(mp4(2))
  return open(
    { rendition: hls, ...wanted },
    toolsWith({ config: config({ PYTHON, YT_DLP_PATH: rig.folder }), ...more }),
  )
}

test('fetches a playlist with the headers of its rendition', async () => {
  const opened = await openPlaylist(playlist(), { rendition: { ...hls, exit: 'home' } })
  expect(opened).toMatchObject({
    rendition: { id: 'l' },
    facts: { kind: 'mp4', duration: 2 },
    expected: { seconds: 5, slack: 1 },
    hasDiscontinuity: false,
  })
  expect(requests[0]?.headers).toMatchObject({ a: 'b' })
  expect(await read(opened)).toEqual(mp4(2))
  expect(JSON.parse(readFileSync(`${rig.folder}/input`, 'utf8'))).toMatchObject({
    rendition: { id: 'l' },
    guard: '',
  })
  expect(readFileSync(`${rig.folder}/library`, 'utf8')).toBe(`${rig.folder}\n`)
  expect(rig.attempt.progress.received).toBe(mp4(2).length)
  expect(exits).toEqual(['home', 'home'])
})

test('sets hasDiscontinuity for an HLS discontinuity', async () => {
  expect((await openPlaylist(playlist('#EXT-X-DISCONTINUITY'))).hasDiscontinuity).toBe(true)
})

test('uses the page duration only for lack of another', async () => {
  const none = playlist().replaceAll('2.5', '0')
  expect((await openPlaylist(none, { pageDuration: 7 })).expected).toEqual({ seconds: 7, slack: 1 })
  expect((await openPlaylist(none)).expected).toBeNull()
  expect((await openPlaylist(playlist(), { pageDuration: 7 })).expected?.seconds).toBe(5)
})

test('a playlist of more than four hours fails with too_big', async () => {
  const long = playlist().replaceAll('2.5', `${FOUR_HOURS / 2 + 1}`)
  await expect(openPlaylist(long)).rejects.toMatchObject({ code: 'too_big' })
})

test('fails with too_big on a playlist of more than 16 MiB', async () => {
  // 14,400 segments of one second, with links of 1,000 bytes.
  const segments = Array.from(
    { length: FOUR_HOURS },
    (_, index) => `#EXTINF:1.0,\n${index}?${'k'.repeat(994)}`,
  )
  const text = ['#EXTM3U', ...segments, '#EXT-X-ENDLIST'].join('\n')
  expect((await openPlaylist(text)).expected).toEqual({ seconds: FOUR_HOURS, slack: 1 })
  const padding = '#'.repeat(16 * MB - text.length + 1)
  await expect(openPlaylist(`${text}\n${padding}`)).rejects.toMatchObject({ code: 'too_big' })
})

test('fetches an expired playlist once more by a fresh link', async () => {
  answers.set('/fresh.m3u8', { body: playlist() })
  const fresh = { ...hls, url: 'http://cdn.test/fresh.m3u8' }
  const opened = await open(
    { rendition: { ...hls, url: 'http://cdn.test/gone.m3u8' }, refresh: () => Promise.resolve(fresh) },
    toolsWith({ config: config({ PYTHON: pythonThatPrints(mp4(2)) }) }),
  )
  expect(opened.rendition).toEqual(fresh)
  expect(requests.map(({ url }) => url)).toEqual(['/gone.m3u8', '/fresh.m3u8'])
})

test('fetches too big a playlist only once', async () => {
  const refresh = () => Promise.reject(new Error('no refresh is needed'))
  const tooBig = '#'.repeat(17 * MB)
  await expect(openPlaylist(tooBig, { refresh })).rejects.toMatchObject({ code: 'too_big' })
  expect(requests).toHaveLength(1)
})
