import type { Context } from 'hono'
import type { DownloadRequest, VideoInfo } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { whyNotTaken } from '#contract/brand-platforms.ts'
import { askedPart, isInside, rounded, type Clip } from '#contract/clip.ts'
import type { Extraction } from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { hostOf, parsePublicLink } from '#contract/link.ts'
import {
  acceptAny,
  canonicalLink,
  findLink,
  leadsAnywhere,
  platformById,
  platformOf,
  shownLink,
} from '#contract/platforms/index.ts'
import type { RequestField } from '#contract/preview-fields.ts'
import { told } from '#contract/told.ts'
import { parseChoices } from '#contract/subtitles/choice.ts'
import type { App } from '../app.ts'
import { assertAllowed, assertWorks } from '../request/block-list.ts'
import { sharedExtraction } from './extraction.ts'
import { infoOf } from '../formats/video-info.ts'
import { mergersNear, regionOf } from '../mergers/locations.ts'
import { inOrder } from '../mergers/order.ts'
import { labelTexts } from '#render'
import { sayIn } from '#texts/say.ts'
import { languageOf } from '../request/language.ts'
import { spend } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'

const OWN_LINK = told(
  'This is a link to this page. Please paste the link of a video, song or episode.',
  'failures.special.own_link',
)

type Asked = Pick<DownloadRequest, 'tweet_url' | 'platform' | RequestField>

export async function answerLink(c: Context<App>, request: Asked): Promise<VideoInfo> {
  const { link, pasted } = linkOf(request)
  const clip = clipOf(request)
  const subtitles = parseChoices(request.subtitles)
  const url = new URL(link)
  c.var.log.host = hostOf(url)
  if (hostOf(url) === c.var.brand.domain || hostOf(url) === new URL(c.req.url).hostname)
    throw new Failure('unsupported', OWN_LINK)
  assertTaken(c.var.brand, link)
  await assertAllowed(c.env, link)
  await assertWorks(c.env, 'extractions')
  await spend(c, c.env.EXTRACT_LIMIT)
  const mergers = await inOrder(c.env, mergersNear(c.env, regionOf(c.env, c.req.raw), platformOf(url)?.id))
  c.var.log.platform = platformOf(url)?.id ?? 'web'
  const started = Date.now()
  const visitor = await visitorKey(c.env, c.req.raw)
  const { extraction, merger, fresh, name } = await sharedExtraction(
    c.env,
    link,
    request.item,
    mergers,
    visitor,
  )
  c.var.log.platform = platformOf(url)?.id ?? extraction.extractor
  c.var.log.extract_ms = Date.now() - started
  c.var.log.memory = fresh ? 'new' : 'kept'
  const language = languageOf(c)
  const failed =
    (await refusalOf(c, extraction)) ??
    (await infoOf(c.env, extraction, merger, language, { name, clip, subtitles }).catch((error: unknown) => {
      if (error instanceof Failure) return error
      throw error
    }))
  // A short link says less about the item than the link it leads to.
  const asked = askedPart(findLink(request.tweet_url) ?? pasted)
  const shown = {
    ...(asked !== null && { asked }),
    source_url: leadsAnywhere(url) ? extraction.source_url : shownLink(pasted),
  }
  if (!(failed instanceof Failure)) return { ...failed, ...shown, ...chosenPart(failed, request) }
  // The extracted item cannot be offered: for example, it is blocked or too long. If the request contained no
  // item number, the merger chose this item, and other items of the list may be fine. So the list is returned
  // without the formats of this item.
  const isList = request.item === undefined && !clip && (extraction.entries?.length ?? 0) > 1
  if (!isList) throw failed
  c.var.log.code = failed.code
  const title = sayIn(language)(labelTexts(language).failedList, { n: extraction.entries?.length ?? 0 })
  const list = listWithFailedItem(extraction, title, failed.code)
  return { ...(await infoOf(c.env, list, merger, language)), ...shown }
}

/** A list of its own titles shows an item only if the visitor has chosen it. */
const chosenPart = ({ part }: VideoInfo, { item }: Asked): Pick<VideoInfo, 'part'> =>
  part && item !== undefined ? { part: { ...part, chosen: true } } : {}

function clipOf({ clip }: Asked): Clip | undefined {
  if (clip && !isInside(clip, null)) throw new Failure('bad_clip')
  return clip && { start: rounded(clip.start), end: rounded(clip.end) }
}

function assertTaken(brand: Brand, link: string): void {
  const why = whyNotTaken(brand, platformOf(new URL(link)))
  if (why) throw new Failure('unsupported', why)
}

async function refusalOf(c: Context<App>, { led_to }: Extraction): Promise<Failure | undefined> {
  if (!led_to) return undefined
  try {
    assertTaken(c.var.brand, led_to)
    await assertAllowed(c.env, led_to)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

const listWithFailedItem = (list: Extraction, title: string, code: FailureCode): Extraction => ({
  ...list,
  entries: list.entries?.map((entry) =>
    entry.index === (list.part?.index ?? 1)
      ? { index: entry.index, kind: entry.kind, title: null, duration: null, thumbnail: null }
      : entry,
  ),
  led_to: null,
  title,
  uploader: null,
  description: null,
  thumbnail: null,
  duration: null,
  series: null,
  season_number: null,
  episode_number: null,
  section: null,
  is_preview: false,
  renditions: [],
  failed: code,
})

function linkOf({ tweet_url, platform }: Asked): { link: string; pasted: string } {
  const rule = platform === undefined ? undefined : platformById(platform)
  const accepted = rule ? rule.accept(tweet_url) : acceptAny(tweet_url)
  if (!accepted.ok) throw new Failure('bad_link', accepted)
  const { url } = canonicalLink(accepted.url)
  if (!parsePublicLink(url)) throw new Failure('refused_address')
  return { link: url, pasted: accepted.url }
}
