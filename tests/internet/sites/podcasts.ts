import { file, xml } from '../answers.ts'
import { mediaSize } from '../media.ts'
import type { Site } from '../site.ts'

type Episode = { title: string; file: string; date: string; season: number; number: number }

const episodes: Episode[] = [
  {
    title: 'The newest episode',
    file: 'audio.mp3',
    date: 'Tue, 06 Jan 2026 10:00:00 GMT',
    season: 2,
    number: 7,
  },
  { title: 'The one before', file: 'audio.m4a', date: 'Tue, 30 Dec 2025 10:00:00 GMT', season: 2, number: 6 },
  { title: 'The third one', file: 'audio.mp3', date: 'Tue, 23 Dec 2025 10:00:00 GMT', season: 2, number: 5 },
]

const item = (
  each: Episode,
) => `<item><title>${each.title}</title><guid>${each.title}</guid><pubDate>${each.date}</pubDate>
  <description>A made-up episode.</description><itunes:duration>12</itunes:duration><itunes:season>${each.season}</itunes:season><itunes:episode>${each.number}</itunes:episode>
  <enclosure url="https://podcast.example/media/${each.file}" length="${mediaSize(each.file)}" type="audio/mpeg"/></item>`

const feed = (shown: Episode[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Made-up Show</title><link>https://podcast.example/</link>
<description>A show of the sealed internet.</description><itunes:author>Maker</itunes:author><itunes:image href="https://podcast.example/media/cover.jpg"/>
${shown.map(item).join('\n')}</channel></rss>`

/**
 * Returns 10,000 episodes. The titles of the second and the third episode are about 100 KB long. The title of
 * the third episode is in Arabic, which is written from right to left.
 */
const many = (): Episode[] =>
  Array.from({ length: 10_000 }, (_, index) => ({
    ...episodes[0]!,
    title:
      index === 1 ? '界'.repeat(33_000) : index === 2 ? 'حلقة '.repeat(11_000) : `Episode ${10_000 - index}`,
    date: new Date(Date.UTC(2026, 0, 6) - index * 3_600_000).toUTCString(),
  }))

const numbered = (count: number): Episode[] =>
  Array.from({ length: count }, (_, index) => ({
    ...episodes[0]!,
    title: `Episode ${count - index}`,
    date: new Date(Date.UTC(2026, 0, 6) - index * 86_400_000).toUTCString(),
  }))

/** A podcast with a feed and enclosures. */
export const podcast: Site = {
  hosts: ['podcast.example'],
  answer({ path }) {
    if (path === '/feed.xml') return xml(feed(episodes))
    if (path === '/huge.xml') return xml(feed(many()))
    const [, count] = /^\/episodes-(\d{1,4})\.xml$/.exec(path) ?? []
    if (count) return xml(feed(numbered(Number(count))))
    const [, name] = /^\/media\/([\w-]+\.\w+)$/.exec(path) ?? []
    return name && [...episodes.map((each) => each.file), 'cover.jpg'].includes(name) ? file(name) : undefined
  },
}
