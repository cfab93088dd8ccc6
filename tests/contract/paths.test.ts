import { expect, test } from 'vitest'
import { pageOf, platformById, platforms } from '#contract/platforms/index.ts'
import { specifiedCounts, specifiedPaths } from './specified-paths.ts'

const words = (list: string) => list.split(/\s+/).filter(Boolean)

test.each(Object.entries(specifiedPaths))(
  'every path that the specification lists for %s leads to the page of that platform',
  (id, list) => {
    for (const path of words(list)) expect(pageOf(`/${path}`)).toEqual({ platform: platformById(id), path })
  },
)

test.each(Object.entries(specifiedCounts))('the platform %s has exactly %i paths', (id, count) => {
  expect(platformById(id)?.paths).toHaveLength(count)
})

test('no two platforms have the same path', () => {
  const all = platforms.flatMap((platform) => platform.paths)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(400)
  for (const path of all) expect(path).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/)
})

test('no path of a platform equals the path of a content page', () => {
  const content = `preview blog articles guides tutorials content help help-center support cookies cookie-settings privacy
    privacy-policy dmca dmca-policy copyright terms terms-of-service glossary definitions download-guide
    how-to-download-videos video-download-guide video-download-tips video-formats-guide api s assets`
  for (const path of words(content)) expect(pageOf(path)).toBeUndefined()
})

test('the main path of a platform is the first path in the list of its paths', () => {
  for (const platform of platforms.filter((one) => one.paths.length > 0))
    expect(platform.paths[0]).toBe(`${platform.id.replace('_', '-')}-downloader`)
})

test('if a platform has two names, each of its paths exists with both names', () => {
  const under = (id: string, prefix: string) =>
    platformById(id)!
      .paths.filter((path) => `-${path}-`.includes(`-${prefix}-`))
      .map((path) => path.replace(prefix, 'NAME'))
  expect(under('xiaohongshu', 'rednote')).toEqual(under('xiaohongshu', 'xiaohongshu'))
  expect(under('castbox', 'castboxfm')).toEqual(under('castbox', 'castbox'))
  expect(under('xiaoyuzhou', 'xiaoyuzhoufm')).toEqual(under('xiaoyuzhou', 'xiaoyuzhou'))
  expect(under('playerfm', 'player-fm')).toEqual(under('playerfm', 'playerfm'))
  expect(under('apple_podcasts', 'podcasts').filter((path) => !path.includes('apple'))).toHaveLength(16)
})

test("pageOf finds a platform's path with or without outer slashes, and finds no other path", () => {
  expect(pageOf('vimeo/')?.path).toBe('vimeo')
  expect(pageOf('/vimeo')?.platform.id).toBe('vimeo')
  for (const path of [
    '',
    '/',
    '//',
    '/Vimeo',
    '/vimeo.html',
    '/vimeo/x',
    '/__proto__',
    '/constructor',
    '/spotify',
  ])
    expect(pageOf(path)).toBeUndefined()
})

test('the title of a platform page depends on the keywords in the path of the page', () => {
  const title = (path: string) => pageOf(path)?.platform.title(path)
  expect(title('youtube-to-mp3')).toBe('YouTube to MP3 - Free Audio Download')
  expect(title('youtube-uhd-download')).toBe(title('youtube-4k-download'))
  expect(title('youtube-full-hd-download')).toBe(title('youtube-1080p-download'))
  expect(title('youtube-hd-download')).toBe(title('youtube-720p-download'))
  expect(title('bilibili-hd-download')).toBe(title('bilibili-1080p-download'))
  expect(title('tiktok-no-watermark')).toContain('No Watermark')
  expect(title('x-gif-download')).toBe('X GIF Downloader - Save as MP4 or GIF')
  expect(title('rednote-to-mp3')).toBe('RedNote to MP3 - Free Audio Download')
  expect(title('save-podcast')).toBe('Podcast Saver - Save Any Episode Free')
  expect(title('soundcloud-320kbps-download')).toContain('320 kbps')
})

test("a path without a known keyword gets the platform's default title", () => {
  expect(platformById('facebook')?.title('whatever')).toBe('Facebook Video Downloader - Free HD Download')
  expect(platformById('apple_podcasts')?.title('whatever')).toBe(
    'Apple Podcasts Downloader - Free Episode Download',
  )
  expect(platformById('soundcloud')?.title('whatever')).toBe('SoundCloud Downloader - Free MP3 Download')
})

/** Names that the specification allows for a platform in addition to its display name. */
const secondNames: Readonly<Record<string, readonly string[]>> = {
  twitter: ['X'],
  xiaohongshu: ['RedNote'],
  apple_podcasts: ['iTunes Podcast', 'Podcast'],
}

test("every title of a platform page has at most 60 characters and begins with the platform's name", () => {
  for (const platform of platforms)
    for (const path of platform.paths) {
      expect(platform.title(path).length).toBeLessThanOrEqual(60)
      const names = [platform.displayName, ...(secondNames[platform.id] ?? [])]
      const title = platform.title(path)
      expect([title, names.some((name) => title.startsWith(`${name} `))]).toEqual([title, true])
    }
})
