import { expect, test } from 'vitest'
import { pageOf, platformById, platforms } from '#contract/platforms/index.ts'
import { specifiedCounts, specifiedPaths } from './lib/specified-paths.ts'

const words = (list: string) => list.split(/\s+/).filter(Boolean)

test.each(Object.entries(specifiedPaths))('leads from every specified path to %s', (id, list) => {
  for (const path of words(list)) expect(pageOf(`/${path}`)).toEqual({ platform: platformById(id), path })
})

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

test('lists the main path first', () => {
  for (const platform of platforms.filter((one) => one.paths.length > 0))
    expect(platform.paths[0]).toBe(`${platform.id.replace('_', '-')}-downloader`)
})

test('has each path under both of two names', () => {
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

test('finds a path with or without outer slashes', () => {
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
