import { dataOf, decodedEntities, tagsOf } from '../podcast-sites/page.ts'

const MAX_NODES = 500

/** The files and the players of schema.org objects, in JSON-LD at any depth or as microdata. */
export function describedMedia(html: string): { files: string[]; players: string[] } {
  const files = propertiesOf(html, /^contentUrl$/i)
  const players = propertiesOf(html, /^embedUrl$/i)
  const waiting: unknown[] = dataOf(html)
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

const propertiesOf = (html: string, name: RegExp) =>
  [...tagsOf(html, 'meta'), ...tagsOf(html, 'link')].flatMap((tag) =>
    name.test(tag.get('itemprop') ?? '') ? (tag.get('content') ?? tag.get('href') ?? []) : [],
  )

const textsIn = (value: unknown) =>
  [value]
    .flat()
    .slice(0, MAX_NODES)
    .flatMap((one) => (typeof one === 'string' ? decodedEntities(one) : []))

const isMedia = (node: object) =>
  /^(?:https?:\/\/schema\.org\/)?(?:Video|Audio|Media|Music\w*|Clip|PodcastEpisode)/.test(
    String((node as { '@type'?: unknown })['@type']),
  )
