import type { Markup } from '../html/markup.ts'

const MAX_TEXT = 2_000_000
const MAX_FOUND = 100
const QUOTE = String.raw`["']`
const YOUTUBE_ID = String.raw`${QUOTE}([\w-]{11})${QUOTE}`
const PATTERNS: readonly [pattern: string, start: string][] = [
  [
    String.raw`\s(?:data-)?(?:videoid|video-id|youtube-id|youtube|yt-id|plyr-embed-id)\s*=\s*${YOUTUBE_ID}`,
    'https://www.youtube.com/watch?v=',
  ],
  [
    String.raw`\bYT\.Player\([^{}]{0,200}\{[^{}]{0,400}?\bvideoId["']?\s*:\s*${YOUTUBE_ID}`,
    'https://www.youtube.com/watch?v=',
  ],
  [String.raw`\sdata-(?:vimeo-id|plyr-embed-id)\s*=\s*${QUOTE}(\d{6,12})${QUOTE}`, 'https://vimeo.com/'],
  [String.raw`\sdata-(?:\w{1,20}-)?url\s*=\s*${QUOTE}(https?:[^"']{1,500})${QUOTE}`, ''],
  [String.raw`"(?:youtube|vimeo)_url"\s*:\s*"(https?:[^"\s]{1,500})"`, ''],
  [
    String.raw`${QUOTE}((?:https?:)?//(?:www\.youtube(?:-nocookie)?\.com/embed|player\.vimeo\.com/video)/[\w-][^"'\s<>]{1,300})${QUOTE}`,
    '',
  ],
]
const NAMED = new RegExp(PATTERNS.map(([pattern]) => pattern).join('|'), 'gi')

/** Links that attributes and scripts name, mostly of YouTube. A script makes a player of them. */
export function namedItems(texts: readonly string[]): string[] {
  const found: string[] = []
  for (const [, ...groups] of texts.flatMap((text) => [...text.slice(0, MAX_TEXT).matchAll(NAMED)])) {
    const at = groups.findIndex((group) => group !== undefined)
    const link = `${PATTERNS[at]![1]}${groups[at]!.replace(/^\/\//, 'https://')}`
    if (found.push(link) >= MAX_FOUND) break
  }
  return found
}

const IDS = ['videoid', 'data-videoid', 'video-id', 'data-video-id', 'data-id', 'data-embed-id']
/** Sites whose name stands beside the id: `<lite-vimeo videoid>`, `<div class="vimeo_player" videoID>`. */
const BESIDE: readonly [site: RegExp, id: RegExp, start: string][] = [
  [/vimeo/i, /^\d{6,12}$/, 'https://vimeo.com/'],
  [/dailymotion/i, /^[a-z\d]{5,9}$/i, 'https://www.dailymotion.com/video/'],
]

/** The links of elements that name a site and the id of an item, which a script turns into a player. */
export const namedPlayers = (page: Markup): string[] =>
  page.tags.flatMap((tag) => {
    const id = IDS.map((name) => tag.get(name)).find((value) => value !== undefined)
    if (id === undefined) return []
    const names = [tag.name, tag.get('class'), tag.get('data-provider'), tag.get('data-service')].join(' ')
    const site = BESIDE.find(([word, form]) => word.test(names) && form.test(id))
    return site ? `${site[2]}${id}` : []
  })

/** Brightcove's script makes a player of an element that has the attributes of an account and a video. */
export const brightcovePlayers = (page: Markup): string[] =>
  page.all('video-js', 'video', 'div').flatMap((tag) => {
    const [account, video] = [tag.get('data-account') ?? '', tag.get('data-video-id') ?? '']
    if (!/^\d{5,20}$/.test(account) || !/^(?:ref:)?[\w.-]{4,100}$/.test(video)) return []
    const player = `${tag.get('data-player') || 'default'}_${tag.get('data-embed') || 'default'}`
    return `https://players.brightcove.net/${account}/${player}/index.html?videoId=${video}`
  })
