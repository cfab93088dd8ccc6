import { file, html, scriptOf } from '../answers.ts'
import type { Site } from '../site.ts'

// The data that merger/extract/podcast-sites/xiaoyuzhou.ts reads from the page of an episode: __NEXT_DATA__,
// JSON-LD and og:audio.

const MEDIA = 'https://media.xyzcdn.net/made-up.m4a'
const episode = {
  title: '一集 A made-up episode',
  description: 'Made up.',
  duration: 12,
  pubDate: '2026-01-02T03:04:05.000Z',
  payType: 'FREE',
  isPrivateMedia: false,
  enclosure: { url: MEDIA },
  image: { picUrl: 'https://image.xyzcdn.net/cover.jpg' },
  podcast: { title: 'Made-up Show', author: 'Maker' },
}
const linked = {
  '@context': 'https://schema.org/',
  '@type': 'PodcastEpisode',
  name: 'A made-up episode',
  datePublished: '2026-01-02T03:04:05.000Z',
  timeRequired: 'PT1M',
  associatedMedia: { '@type': 'MediaObject', contentUrl: MEDIA },
  partOfSeries: { '@type': 'PodcastSeries', name: 'Made-up Show' },
}
const ID = '64a0000000000000000000'
const state = (more: object = {}) =>
  scriptOf(
    { props: { pageProps: { episode: { ...episode, ...more } } } },
    'id="__NEXT_DATA__" type="application/json"',
  )

const pages: Record<string, string> = {
  b1: state(),
  b2: state({ payType: 'PAY_EPISODE', enclosure: {} }),
  b3: scriptOf(linked, 'name="schema:podcast-show" type="application/ld+json"'),
  b4: state({ title: 'A made-up episode', enclosure: {} }),
  b5: `<meta property="og:title" content="A made-up &amp; small episode"><meta property="og:audio" content="${MEDIA}">`,
}

/**
 * Xiaoyuzhou. The id of an episode is the constant `ID` followed by a key of `pages`. Only the episodes with
 * these keys exist:
 * - b1: the media link is in __NEXT_DATA__
 * - b2: the episode must be paid for
 * - b3: the media link is in JSON-LD
 * - b4: the page has no media link, but an open feed has a copy of the episode
 * - b5: the media link is in og:audio
 */
export const xiaoyuzhou: Site = {
  hosts: ['www.xiaoyuzhoufm.com', 'media.xyzcdn.net', 'image.xyzcdn.net'],
  answer({ host, path }) {
    if (host === 'media.xyzcdn.net') return file('audio.m4a')
    if (host === 'image.xyzcdn.net') return file('cover.jpg')
    const page = pages[path.replace(`/episode/${ID}`, '')]
    return page ? html(`<!doctype html><title>小宇宙</title>${page}`) : undefined
  },
}
