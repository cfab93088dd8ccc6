import { withoutSlashes } from './without-slashes.ts'

// Links that apps, share sheets and buttons make for other apps. Each stands for a web link.

/** "Subscribe" buttons and players: the scheme means http, or a link follows it. */
const WRAPPING =
  'feed|rss|itpc|pcast|podcasts?|web\\+podcast|itmss?|itms-podcasts?|antennapod-subscribe|gpodder|pktc|castro|podcastaddict|beyondpod|downcast|podcat|podscout|rssradio|icatcher|vlc|iina|potplayer'
const BROWSERS = 'googlechromes?|microsoft-edge|firefox|brave|x-safari|opera|touch|nplayer|kmplayer'
const SCHEME = new RegExp(
  String.raw`(?<![\w+./=&?%-])(?:(?:${WRAPPING}|${BROWSERS})[:-](?:\/\/)?(?:subscribe\/)?(?=https?:\/\/)` +
    String.raw`|(?:${WRAPPING}|googlechromes?):(?:\/\/)?(?:subscribe\/)?(?=(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}\/))`,
  'gi',
)
/** `firefox://open-url?url=https%3A%2F%2F…`, `overcast://x-callback-url/add?url=…` */
const CALLBACK =
  /(?<![\w+.-])(?!(?:https?|javascript|data|file|s?ftps?|blob|jar|filesystem|view-source|wss?|rtmps?|about|chrome):)[a-z][a-z\d+.-]{2,40}:\/\/[\w./-]{0,80}\?(?:[\w.-]{1,40}=[^\s&#"<>]{0,500}&){0,9}(?:url|link|uri)=(https?(?::\/\/|%3a%2f%2f)[^\s&"<>]{1,4000})/gi
/** `intent://host/path#Intent;scheme=https;S.browser_fallback_url=…;end` (Chrome for Android) */
const INTENT = /(?<![\w+.-])intent:(?:\/\/)?([^\s#"<>]{0,4000})#Intent;([^\s"<>]{0,4000})/gi
const TARGETS = /;S\.(?:browser_fallback_url|android\.intent\.extra\.TEXT)=([^;]{1,4000})/i

const ITEMS: readonly [scheme: string, id: string, link: string][] = [
  [
    String.raw`(?:vnd\.)?youtube:(?:\/\/)?(?:watch(?:\/|\?v=)|shorts\/)?`,
    String.raw`[\w-]{11}(?![\w.-])`,
    'https://www.youtube.com/watch?v=',
  ],
  [String.raw`(?:vnd\.)?youtube:(?:\/\/)?(?=(?:www\.|m\.|music\.)?youtu(?:be\.com|\.be)\/)`, '', 'https://'],
  [
    String.raw`(?:snssdk\d{4}|tiktok|musically):\/\/(?:aweme\/detail|video)\/`,
    String.raw`\d{15,20}`,
    'https://www.tiktok.com/@_/video/',
  ],
  [String.raw`bilibili:\/\/video\/(?=BV|av)`, String.raw`\w{3,20}`, 'https://www.bilibili.com/video/'],
  [String.raw`bilibili:\/\/video\/(?=\d)`, String.raw`\d{1,15}`, 'https://www.bilibili.com/video/av'],
  [String.raw`(?:twitter|x):\/\/status\?(?:status_)?id=`, String.raw`\d{5,20}`, 'https://x.com/i/status/'],
  [String.raw`spotify:(?:\/\/)?episode[:/]`, String.raw`\w{22}`, 'https://open.spotify.com/episode/'],
  [String.raw`vimeo:\/\/(?:app\.vimeo\.com\/)?videos?\/`, String.raw`\d{5,12}`, 'https://vimeo.com/'],
  [
    String.raw`xhsdiscover:\/\/(?:item|video_feed)\/`,
    String.raw`[\da-f]{24}`,
    'https://www.xiaohongshu.com/explore/',
  ],
]
const PATTERNS = ITEMS.map(([scheme, id, link]) => ({
  pattern: new RegExp(String.raw`(?<![\w+./=&?%-])${scheme}(${id})(\??)`, 'gi'),
  link,
}))

/** The text, with the web link in the place of each link for an app. */
export function withWebLinks(text: string): string {
  if (!/[a-z\d]:|-https?:/i.test(text)) return text
  const opened = text.replace(INTENT, (whole, path: string, rest: string) => ofIntent(path, rest) ?? whole)
  const plain = opened.replace(CALLBACK, '$1')
  const items = PATTERNS.reduce(
    (found, { pattern, link }) =>
      found.replace(pattern, (_, id: string, query: string) => `${link}${id}${query && '&'}`),
    plain,
  )
  return items.replace(SCHEME, (scheme, at: number, whole: string) => {
    if (/^https?:\/\//i.test(whole.slice(at + scheme.length))) return ''
    return /^googlechromes/i.test(scheme) ? 'https://' : 'http://'
  })
}

function ofIntent(path: string, rest: string): string | undefined {
  const scheme = /(?:^|;)scheme=([\w.+-]{1,40})/i.exec(rest)?.[1] ?? ''
  if (/^https?:\/\//i.test(path)) return path
  const place = path.includes('?') ? withoutSlashes(path) : path
  if (/^https?$/i.test(scheme) && path) return `${scheme}://${place}`
  const target = decoded(TARGETS.exec(`;${rest}`)?.[1] ?? '')
  if (/https?:\/\//i.test(target)) return target
  return scheme && path ? `${scheme}://${place}` : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // The escapes are malformed.
  }
}
