import { decodeHTMLStrict } from 'entities'
import type { Markup } from '../html/markup.ts'

const MAX_NODES = 500

/** The files and the players of schema.org objects, in JSON-LD at any depth or as microdata. */
export function describedMedia(page: Markup): { files: string[]; players: string[] } {
  const files = propertiesOf(page, /^contentUrl$/i)
  const players = propertiesOf(page, /^embedUrl$/i)
  const waiting = [...page.data]
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen++) {
    const node = waiting.shift()
    if (typeof node !== 'object' || node === null) continue
    const { contentUrl, embedUrl } = node as { contentUrl?: unknown; embedUrl?: unknown }
    if (isMedia(node)) {
      files.push(...textsIn(contentUrl))
      players.push(...textsIn(embedUrl))
    }
    waiting.push(...Object.values(node).slice(0, MAX_NODES))
  }
  return { files, players }
}

const propertiesOf = (page: Markup, name: RegExp) =>
  page
    .all('meta', 'link')
    .flatMap((tag) =>
      name.test(tag.get('itemprop') ?? '') ? (tag.get('content') ?? tag.get('href') ?? []) : [],
    )

const textsIn = (value: unknown) =>
  [value]
    .flat()
    .slice(0, MAX_NODES)
    .flatMap((one) => (typeof one === 'string' ? decodeHTMLStrict(one) : []))

const isMedia = (node: object) =>
  /^(?:https?:\/\/schema\.org\/)?(?:Video|Audio|Media|Music\w*|Clip|PodcastEpisode)/.test(
    String((node as { '@type'?: unknown })['@type']),
  )
