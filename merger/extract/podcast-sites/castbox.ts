import * as z from 'zod/mini'
import { Failure, type FailureCode } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/request.ts'
import { amount, otherwise, text, type Info } from '../../ytdlp/facts.ts'
import { episodeIn, infoOf } from './episode.ts'
import { openCopy } from './open-feed.ts'
import { metaOf, readJson, readPage } from './page.ts'

// Its page holds no media link any more (https://github.com/yt-dlp/yt-dlp/issues/16910); the interface behind it does:
// https://everest.castbox.fm/data/episode/v4?eid=, read for data.url by https://github.com/regseb/castkodi, and for
// data.title, release_date, duration (ms) and big_cover_url in its channel's form by RSSHub (lib/routes/castbox).
const answerSchema = z.object({
  data: otherwise(
    z.nullable(
      z.object({
        title: text,
        description: text,
        author: text,
        url: text,
        big_cover_url: text,
        duration: amount,
        release_date: text,
        private: otherwise(z.union([z.boolean(), z.number()]), false),
        channel: otherwise(z.object({ title: text }), { title: null }),
      }),
    ),
    null,
  ),
})

/** An episode of castbox.fm. Throws `removed`, `private`, `no_media` and what the site's answers mean. */
export async function castbox(link: URL, way: RequestOptions): Promise<Info> {
  const known = episodeId(link)
  // Short links lead to the page of the episode, which names itself.
  const page = known === undefined ? await readPage(link.href, way) : undefined
  const id = known ?? (page && (episodeId(page.url) ?? episodeId(namedIn(page.text))))
  try {
    if (id === undefined) throw new Failure('no_media')
    return await fromInterface(id, way)
  } catch (error) {
    if (!(error instanceof Failure) || !ASK_THE_PAGE.includes(error.code)) throw error
    const { text: shown } = page ?? (await readPage(link.href, way))
    const episode = episodeIn(shown)
    const found = episode.media ? { ...episode, media: episode.media } : await openCopy(episode, way)
    if (!found) throw error
    return infoOf(found, 'castbox')
  }
}

/** What the interface does not tell may still stand on the page. */
const ASK_THE_PAGE: readonly FailureCode[] = ['broken', 'unreachable', 'site_limit', 'no_media']

async function fromInterface(id: string, way: RequestOptions): Promise<Info> {
  const { data } = await readJson(`https://everest.castbox.fm/data/episode/v4?eid=${id}`, answerSchema, way)
  if (!data?.title) throw new Failure('removed')
  const { title, description, author, url: media, release_date: date, channel } = data
  const duration = data.duration === null ? null : data.duration / 1_000
  const episode = {
    title,
    show: channel.title,
    author,
    description,
    image: data.big_cover_url,
    duration,
    date,
  }
  if (media) return infoOf({ ...episode, media }, 'castbox')
  if (data.private) throw new Failure('private')
  const open = await openCopy(episode, way)
  if (!open) throw new Failure('no_media')
  return infoOf(open, 'castbox')
}

/** /episode/<words>-id<channel>-id<episode>, /app/castbox/player/id<channel>/id<episode>, /ep/<episode>. */
const EPISODE = /^\/(?:ep\/|episode\/(?:.*-)?id\d+-id|app\/castbox\/player\/id\d+\/id)(\d+)/

const episodeId = (url: URL | undefined) => EPISODE.exec(url?.pathname ?? '')?.[1]

function namedIn(page: string): URL | undefined {
  const link = metaOf(page).get('og:url') ?? ''
  return URL.canParse(link) ? new URL(link) : undefined
}
