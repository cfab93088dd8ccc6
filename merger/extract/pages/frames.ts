import type { Markup } from '../../html/markup.ts'
import type { Tag } from '../../html/tag.ts'

/** Frames that never contain the item of a page. */
const OTHER_FRAMES =
  /(?:doubleclick|googlesyndication|googletagmanager|google\.com\/(?:maps|recaptcha)|recaptcha|hcaptcha|disqus|challenges\.cloudflare|facebook\.com\/plugins\/(?:like|page|comments)|addthis|stripe\.com)/i
const LIKE_PLAYER = /embed|player|video|audio|media|stream|watch|listen/i
const MAX_FRAMES = 3

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

/** Until a visitor sees it or consents, a frame is empty and another attribute has its link: "data-src". */
const frameSource = (frame: Tag): string | undefined =>
  [
    frame.get('src'),
    ...[...frame.attributes].flatMap(([name, value]) => (/[-_]src$/.test(name) ? value : [])),
  ].find((link) => link && !/^\s*(?:about|data|javascript):/i.test(link))
