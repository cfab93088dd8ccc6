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
]

const item = (
  each: Episode,
) => `<item><title>${each.title}</title><guid>${each.title}</guid><pubDate>${each.date}</pubDate>
  <description>A made-up episode.</description><itunes:duration>12</itunes:duration><itunes:season>${each.season}</itunes:season><itunes:episode>${each.number}</itunes:episode>
  <enclosure url="https://podcast.example/media/${each.file}" length="${mediaSize(each.file)}" type="audio/mpeg"/></item>`

const feed = () => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Made-up Show</title><link>https://podcast.example/</link>
<description>A show of the sealed internet.</description><itunes:author>Maker</itunes:author><itunes:image href="https://podcast.example/media/cover.jpg"/>
${episodes.map(item).join('\n')}</channel></rss>`

/** A podcast with a feed and enclosures. */
export const podcast: Site = {
  hosts: ['podcast.example'],
  answer({ path }) {
    if (path === '/feed.xml') return xml(feed())
    const [, name] = /^\/media\/([\w-]+\.\w+)$/.exec(path) ?? []
    return name && [...episodes.map((each) => each.file), 'cover.jpg'].includes(name) ? file(name) : undefined
  },
}
