import { describe, expect, test } from 'vitest'
import { article as comparison } from '../../../web/content/articles/comparison.ts'
import { article as formats } from '../../../web/content/articles/formats.ts'
import { article as law } from '../../../web/content/articles/law.ts'
import { toggled } from '../../../web/content/like.ts'
import { postAt, posts, relatedTo } from '../../../web/content/posts.ts'
import { plainOf, type Block } from '../../../web/content/prose.ts'

const bodies: readonly (readonly Block[])[] = [formats, law, comparison]
const WORDS_A_MINUTE = 200

describe('each article of the blog has the required metadata and text', () => {
  test('have the specified category, likes and time', () => {
    expect(posts.map(({ id, category, likes, readTime }) => [id, category, likes, readTime])).toEqual([
      [1, 'Educational', 125, '8 min read'],
      [2, 'Legal', 256, '12 min read'],
      [3, 'Comparison', 98, '10 min read'],
    ])
  })

  test.each(posts.map((post, at) => [post, bodies[at]!] as const))(
    'article $id states the reading time of its words',
    (post, body) => {
      const minutes = plainOf(body).split(/\s+/).length / WORDS_A_MINUTE
      expect(`${Math.round(minutes)} min read`).toBe(post.readTime)
    },
  )

  test.each(posts)('article $id has one date', ({ published, publishDate }) => {
    const day = new Date(`${published}T12:00:00Z`)
    expect(day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })).toBe(publishDate)
  })

  test('start with a paragraph and have five headings', () => {
    for (const body of bodies) {
      expect(body[0]?.kind).toBe('paragraph')
      expect(body.filter((block) => block.kind === 'heading').length).toBeGreaterThan(5)
    }
  })

  test('promise neither every site nor "1000+"', () => {
    const all = bodies.map(plainOf).join('\n')
    expect(all).toContain('knows over 1000 sites; not every one works every day')
    expect(all).not.toMatch(/1,?000\+/)
  })
})

describe('postAt returns an article only for the path of an article', () => {
  test.each([
    ['/blog/1', 1],
    ['/blog/3', 3],
    ['/blog/02', 2],
  ])('the path %s opens article %i', (path, id) => expect(postAt(path)?.id).toBe(id))

  test.each([
    '/blog/0',
    '/blog/4',
    '/blog/1.5',
    '/blog/-1',
    '/blog/1e0',
    '/blog/one',
    '/blog/1/2',
    '/blog/',
    '/blog',
  ])('the path %s opens no article', (path) => expect(postAt(path)).toBeUndefined())
})

test('relate to the other two', () => {
  for (const post of posts)
    expect(relatedTo(post).map((one) => one.id)).toEqual([1, 2, 3].filter((id) => id !== post.id))
})

test('counts a like up and down', () => {
  const start = { likes: 125, isLiked: false }
  const liked = toggled(start)
  expect(liked).toEqual({ likes: 126, isLiked: true })
  expect(toggled(liked)).toEqual(start)
})
