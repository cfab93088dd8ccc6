import type { FailureCode } from '#contract/failure.ts'
import { absoluteLink } from './absolute-link.ts'
import { candidatesOf, type Candidate } from './candidates.ts'
import { episodeOf, type Episode } from './episode.ts'
import { framesOf } from './frames.ts'
import { itemsOn } from './items/items-on.ts'
import type { PageItem } from './items/page-item.ts'
import { pageOf } from './page.ts'
import { wallOf } from './walls.ts'

/** What a page says. */
export type PageFacts = {
  /** All of `candidatesOf`. */
  candidates: readonly Candidate[]
  title: string | null
  description: string | null
  picture: string | null
  episode: Episode
  wall: FailureCode | null
}

/** `url`: of the answer. `link`: the one that was asked for. */
export function pageFacts(text: string, url: string, link: string): PageFacts {
  const page = pageOf(text, new URL(url))
  const { meta, title } = page.markup
  const episode = episodeOf(page.markup)
  return {
    candidates: [...candidatesOf(page, link)],
    title: meta.get('og:title') ?? title,
    description: meta.get('og:description') ?? null,
    picture: absoluteLink(meta.get('og:image'), page) ?? null,
    episode: { ...episode, title: episode.title ?? title },
    wall: wallOf(page, link) ?? null,
  }
}

/** A link that leads nowhere stays as it is. */
export function pageItems(text: string, url: string): PageItem[] {
  const page = pageOf(text, new URL(url))
  const absolute = (link: string) => absoluteLink(link, page) ?? link
  return itemsOn(page.markup).map((item) => ({
    ...item,
    media: item.media.map(absolute),
    tracks: item.tracks.map((track) => ({ ...track, link: absolute(track.link) })),
    chapterFiles: item.chapterFiles.map(absolute),
  }))
}

/** The links of the frames in a piece of a page. */
export function pageFrames(html: string, url: string): string[] {
  const page = pageOf(html, new URL(url))
  return framesOf(page.markup).flatMap((frame) => absoluteLink(frame, page) ?? [])
}
