import { expect, test } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import { BoundLinks } from '../../../merger/extract/bound-links.ts'

/**
 * An extraction with one media link. `exit` is the network exit (a proxy or the direct connection) that
 * extracted the link; absent = the default exit. If `bound` is true, the link works only through this exit.
 */
const extractionOf = (url: string, bound: boolean, exit?: string, source_url = 'https://page.example/') =>
  ({ source_url, renditions: [{ url, bound, ...(exit && { exit }) }] }) as Extraction

const exitOf = (links: BoundLinks, url: string) => links.exitOf(new URL(url))

test('returns the exit of a link, or else of its host', () => {
  const links = new BoundLinks()
  links.remember(extractionOf('https://a.example/list', true, 'home-3'))
  expect(exitOf(links, 'https://a.example/list')).toBe('home-3')
  expect(exitOf(links, 'https://a.example/segment')).toBe('home-3')
  expect(exitOf(links, 'https://b.example/list')).toBeUndefined()
})

test('returns no older exit for a link of the default exit', () => {
  const links = new BoundLinks()
  links.remember(extractionOf('https://a.example/old', true, 'home-3'))
  links.remember(extractionOf('https://a.example/new', true))
  expect(exitOf(links, 'https://a.example/new')).toBeUndefined()
  expect(exitOf(links, 'https://a.example/segment')).toBeUndefined()
  expect(exitOf(links, 'https://a.example/old')).toBe('home-3')
})

test('ignores a link that works through every exit', () => {
  const links = new BoundLinks()
  links.remember(extractionOf('https://a.example/list', true, 'home-3'))
  links.remember(extractionOf('https://a.example/free', false))
  expect(exitOf(links, 'https://a.example/segment')).toBe('home-3')
})

test('finds the exit of a link with a default port or a space', () => {
  const links = new BoundLinks()
  links.remember(extractionOf('https://a.example:443/my video.mp4', true, 'home-3'))
  links.remember(extractionOf('https://a.example/other', true, 'home-4'))
  expect(exitOf(links, 'https://a.example/my%20video.mp4')).toBe('home-3')
})

test('keeps the exit of a platform from the page of a stranger', () => {
  const links = new BoundLinks()
  const video = 'https://vimeo.com/123456789'
  links.remember(extractionOf('https://a.example/list', true, 'home-3', video))
  links.remember(extractionOf('https://a.example/list', true, 'other'))
  links.remember(extractionOf('https://a.example/more', true, 'other'))
  expect(exitOf(links, 'https://a.example/list')).toBe('home-3')
  expect(exitOf(links, 'https://a.example/segment')).toBe('home-3')
  links.remember(extractionOf('https://a.example/list', true, 'home-4', video))
  expect(exitOf(links, 'https://a.example/segment')).toBe('home-4')
})
