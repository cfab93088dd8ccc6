import type { Markup } from '../html/markup.ts'
import type { Tag } from '../html/tag.ts'

/** Frames that never contain the item of a page. */
const OTHER_FRAMES =
  /(?:doubleclick|googlesyndication|googletagmanager|google\.com\/(?:maps|recaptcha)|recaptcha|hcaptcha|disqus|challenges\.cloudflare|facebook\.com\/plugins\/(?:like|page|comments)|addthis|stripe\.com)/i
const LIKE_PLAYER = /embed|player|video|audio|media|stream|watch|listen/i
const MAX_FRAMES = 3
/** What a frame shows until a visitor consents. */
const EMPTY = /^\s*(?:$|about:|data:|javascript:)|\/(?:empty|blank|placeholder)(?:\.\w{1,5})?(?:[?#]|$)/i
/** Names of attributes with a link of any form: `data-src`, `suppressedsrc`, `consent-original-src-_`. */
const SOURCE = /src(?!set|doc)/i
/** Attributes that describe how the empty frame looks, or where it comes from. */
const OTHER =
  /image|img|poster|placeholder|thumb|icon|logo|background|privacy|policy|terms|help|srcset|srcdoc/i
const LINK = /^\s*(?:https?:)?\/\/[^\s"'<>]+$/i
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i

/** The links of frames, and of the elements that are as old. */
export const framesOf = (page: Markup): (string | undefined)[] => [
  ...page.all('iframe', 'frame', 'amp-iframe').map(frameSource),
  ...page.all('object').map((object) => object.get('data')),
  ...page.all('embed').map((embed) => embed.get('src')),
]

export const likeliestFrames = (frames: readonly string[]): string[] =>
  frames
    .filter((frame) => !OTHER_FRAMES.test(frame))
    .toSorted((one, other) => Number(LIKE_PLAYER.test(other)) - Number(LIKE_PLAYER.test(one)))
    .slice(0, MAX_FRAMES)

/** Until a visitor sees it or consents, a frame is empty and another attribute has its link. */
function frameSource(frame: Tag): string | undefined {
  const others = [...frame.attributes].filter(([name, value]) => name !== 'src' && !OTHER.test(name) && value)
  const sources = others.flatMap(([name, value]) => (SOURCE.test(name) ? value : []))
  const links = others.flatMap(([, value]) => (LINK.test(value) && !PICTURE.test(value) ? value : []))
  return [frame.get('src') ?? '', ...sources, ...links].find((link) => !EMPTY.test(link))
}
