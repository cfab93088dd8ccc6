import { decoded, hostOf, isHostOf, parsePublicLink } from './link.ts'

type Wrapper = { hosts: readonly string[] | RegExp } & (
  | {
      path?: RegExp
      /** The most reliable one first. */
      names: readonly string[]
    }
  | {
      /** Matches path and query. The groups: `whole`, or `place` without a scheme and `secure` for https. */
      inside: RegExp
    }
)

const GOOGLE = /^(?:www\.|consent\.|accounts\.|translate\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/

/**
 * Consent pages, login pages, redirects and share dialogs. People copy such URLs from the address bar or a
 * message.
 */
const WRAPPERS: readonly Wrapper[] = [
  { hosts: ['consent.youtube.com'], names: ['continue'] },
  {
    hosts: GOOGLE,
    path: /^\/(?:url|m|ml|translate|servicelogin|signin\/.*|v3\/signin\/.*)$/i,
    names: ['continue', 'q', 'url', 'u'],
  },
  {
    hosts: ['youtube.com'],
    path: /^\/(?:signin|verify_age|verify_controversy|oops|redirect|attribution_link|oembed)\/?$/,
    names: ['next', 'next_url', 'q', 'u', 'url'],
  },
  {
    hosts: ['facebook.com'],
    path: /^\/(?:l\.php|flx\/warn|login|login\.php|sharer\.php|sharer\/sharer\.php|sharer|dialog\/share)\/?$/,
    names: ['u', 'next', 'href'],
  },
  { hosts: ['l.instagram.com', 'l.threads.net', 'l.threads.com'], names: ['u'] },
  { hosts: ['instagram.com'], path: /^\/accounts\/login\/?$/, names: ['next'] },
  {
    hosts: ['twitter.com', 'x.com'],
    path: /^\/(?:i\/flow\/login|login|i\/redirect|share|intent\/(?:tweet|post))\/?$/,
    names: ['redirect_after_login', 'url', 'text'],
  },
  {
    hosts: ['tiktok.com'],
    path: /^\/(?:login.*|link\/v\d)\/?$/,
    names: ['redirect_url', 'enter_url', 'target'],
  },
  {
    hosts: ['xiaohongshu.com', 'rednote.com'],
    path: /^\/(?:login|404|website-login\/.*)\/?$/,
    names: ['redirectpath', 'redirect_path'],
  },
  { hosts: ['passport.bilibili.com'], names: ['gourl'] },
  { hosts: ['exit.sc', 'gate.sc'], names: ['url'] },
  { hosts: ['t.me', 'telegram.me'], path: /^\/share\/url\/?$/, names: ['url'] },
  { hosts: ['vk.com', 'away.vk.com'], path: /^\/away\.php$/, names: ['to'] },
  { hosts: ['out.reddit.com'], names: ['url'] },
  { hosts: ['slack-redir.net'], path: /^\/link\/?$/, names: ['url'] },
  { hosts: ['safelinks.protection.outlook.com'], names: ['url'] },
  { hosts: ['linkedin.com'], path: /^\/(?:redir\/redirect|safety\/go)\/?$/, names: ['url'] },
  { hosts: ['steamcommunity.com'], path: /^\/linkfilter\/?$/, names: ['url', 'u'] },
  { hosts: ['duckduckgo.com'], path: /^\/l\/?$/, names: ['uddg'] },
  { hosts: ['link.zhihu.com'], names: ['target'] },
  { hosts: ['weibo.cn'], path: /^\/sinaurl/, names: ['u', 'toasturl'] },
  { hosts: ['t.umblr.com'], path: /^\/redirect\/?$/, names: ['z'] },
  { hosts: ['deref-gmx.net', 'deref-web.de', 'deref-mail.com'], names: ['redirecturl'] },
  { hosts: ['messenger.com'], path: /^\/l\.php$/, names: ['u'] },
  { hosts: ['medium.com'], path: /^\/r\/?$/, names: ['url'] },
  { hosts: ['bing.com'], path: /^\/(?:ck\/a|videos\/riverview\/relatedvideo)$/, names: ['u'] },
  { hosts: ['webcache.googleusercontent.com'], path: /^\/search$/, names: ['q'] },
  { hosts: ['wa.me', 'api.whatsapp.com', 'web.whatsapp.com'], names: ['text'] },
  {
    hosts: ['line.me', 'social-plugins.line.me'],
    path: /^\/(?:R\/msg\/text|lineit\/share)\/?$/i,
    names: ['url', 'text'],
  },
  { hosts: ['bsky.app'], path: /^\/intent\/compose$/, names: ['text'] },
  { hosts: ['reddit.com'], path: /^\/(?:submit|media)\/?$/, names: ['url'] },
  { hosts: ['service.weibo.com'], path: /^\/share\/share\.php$/, names: ['url'] },
  { hosts: ['player.fm'], path: /^\/subscribe\/?$/, names: ['id'] },
  { hosts: ['podcastaddict.com'], inside: /^\/feed\/(?<whole>https?(?::|%3a).+)$/i },
  { hosts: ['r.search.yahoo.com'], inside: /\/RU=(?<whole>https?%3a[^/]+)/i },
  { hosts: ['antennapod.org'], path: /^\/deeplink\/subscribe\/?$/, names: ['url'] },
  { hosts: ['gpodder.net'], path: /^\/subscribe\/?$/, names: ['url'] },
  { hosts: ['subscribeonandroid.com'], inside: /^\/(?<place>[^/?#]+\.[^/?#]+\/.+)$/ },
  { hosts: GOOGLE, inside: /^\/amp\/(?<secure>s\/)?(?<place>.+)$/ },
  { hosts: ['cdn.ampproject.org'], inside: /^\/[cv]\/(?<secure>s\/)?(?<place>.+)$/ },
  { hosts: ['href.li', 'dereferer.me', 'anonym.to'], inside: /^\/\?(?<whole>https?:.+)$/ },
  { hosts: ['urldefense.com'], inside: /^\/v3\/__(?<whole>https?:[^*]+?)__;/ },
]

/** Real links are not nested deeper. */
const MAX_LEVELS = 3

/** The result is unchecked text: the caller must check it like any pasted link. */
export function unwrap(link: string): string {
  let found = link
  for (let level = 0; level < MAX_LEVELS; level++) {
    const inner = innerOf(found)
    if (inner === undefined) break
    found = inner
  }
  return found
}

function innerOf(link: string): string | undefined {
  const url = parsePublicLink(link)
  if (!url) return undefined
  const host = hostOf(url)
  const rest = `${url.pathname}${url.search}`
  const wrapper = WRAPPERS.find(
    (one) =>
      (one.hosts instanceof RegExp ? one.hosts.test(host) : isHostOf(host, one.hosts)) &&
      ('inside' in one ? one.inside.test(rest) : (one.path?.test(url.pathname) ?? true)),
  )
  if (!wrapper) return undefined
  if ('inside' in wrapper) {
    const { whole, place, secure } = wrapper.inside.exec(rest)!.groups!
    // Some mail servers join two slashes to one.
    return whole ? decoded(whole).replace(/^(https?:)\/+/, '$1//') : `${secure ? 'https' : 'http'}://${place}`
  }
  for (const name of wrapper.names) {
    for (const key of url.searchParams.keys()) {
      if (key.toLowerCase() !== name) continue
      const value = plainValue(url.searchParams.get(key) ?? '', name)
      // If the target is a page of the same site, the query parameter often contains only the path of the
      // target.
      const target = /^\/(?!\/)/.test(value) ? `${url.origin}${value}` : value
      if (/^https?:\/\//i.test(target)) return target
    }
  }
  return undefined
}

/** Bing encodes its links in base64. Texts and cached pages contain their link somewhere. */
function plainValue(value: string, name: string): string {
  if (/^a1aHR0c[\w-]+$/.test(value)) return fromBase64(value.slice(2)) ?? value
  if (name === 'text' || value.startsWith('cache:')) return /https?:\/\/\S+/i.exec(value)?.[0] ?? value
  return decoded(value)
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined // The text is cut.
  }
}
