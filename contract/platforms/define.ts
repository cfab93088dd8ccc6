import { hostOf, isHostOf, linkFinder, parsePublicLink } from '../link.ts'
import { reject, type Platform } from './platform.ts'
import { titleOf, type TitleRules } from './titles.ts'
import { unwrap } from '../wrapped-link.ts'

type Derived = 'kind' | 'noun' | 'paths' | 'accept' | 'canonical' | 'errorTitle' | 'messages' | 'title'
type Recipe = Omit<Platform, Derived> &
  Pick<TitleRules, 'names' | 'titles' | 'defaultTitle'> & {
    kind?: Platform['kind']
    noun?: string
    /** Every path of its page, separated by white space; the main one first. */
    paths: string
    /** Message for a text without a link of this platform. */
    invalid: string
    /** Message for a text without any link. Default: `invalid`. */
    noLink?: string
    /**
     * The canonical link of one item, or undefined if the link is not one item. The host is always one of
     * `hosts`.
     */
    item: (url: URL) => string | undefined
    /** The word for a link to several items: "profile", "playlist"; undefined for other links. */
    list?: (url: URL) => string | undefined
    /** The message for a link that can never work, such as DRM; undefined for other links. */
    refuse?: (url: URL) => string | undefined
    /** The word for an item in its messages. Default: "{Platform} {noun}". */
    calls?: string
  }

/** Builds a platform from its own rules and derives its messages and titles. */
export function definePlatform(recipe: Recipe): Platform {
  const { displayName, hosts, invalid } = recipe
  const { glyph, id, color, priority, isPodcast, isPopular, hasLongTitles, autoStart, warmUp, bound } = recipe
  const kind = recipe.kind ?? 'video'
  const noun = recipe.noun ?? (kind === 'video' ? 'video' : 'episode')
  const calls = recipe.calls ?? `${displayName} ${noun}`
  const links = linkFinder(hosts)
  const item = (url: URL) => recipe.item(url) ?? (hashRoute(url) && recipe.item(hashRoute(url)!))
  const whyNot = (url: URL): string | undefined => {
    const what = recipe.list?.(url)
    return (
      recipe.refuse?.(url) ??
      (what &&
        `This link leads to ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}. Please paste the link of one ${noun}.`)
    )
  }

  return {
    id,
    displayName,
    kind,
    noun,
    color,
    priority,
    glyph,
    ...(isPodcast && { isPodcast }),
    ...(isPopular && { isPopular }),
    ...(hasLongTitles && { hasLongTitles }),
    ...(autoStart && { autoStart }),
    ...(warmUp && { warmUp }),
    ...(bound && { bound }),
    hosts,
    paths: words(recipe.paths),
    accept(text) {
      const found = links(text)
      if (found.length === 0) return reject(recipe.noLink ?? invalid)
      const own = found
        .flatMap((link) => parsePublicLink(unwrap(link)) ?? [])
        .filter((url) => isHostOf(hostOf(url), hosts))
      const one = own.find(item)
      return one ? { ok: true, url: one.href } : reject(own.map(whyNot).find(Boolean) ?? invalid)
    },
    canonical: (url) => item(url) ?? url.href,
    errorTitle: `${displayName} Error`,
    messages: {
      failed: `Failed to process ${calls}`,
      noDetails: `Could not retrieve ${calls} details.`,
      exception: `An error occurred while processing the ${calls}`,
    },
    ...(recipe.words && { words: recipe.words }),
    title: (path) => titleOf(path, { ...recipe, kind, noun }),
  }
}

const words = (list: string): string[] => list.split(/\s+/).filter(Boolean)

/** The link of a route in the fragment, which older and mobile sites have: `/#!/user/status/1`. */
function hashRoute(url: URL): URL | undefined {
  const [, route] = /^#!?(\/[^#]*)$/.exec(url.hash) ?? []
  return route === undefined ? undefined : new URL(route.replace(/^\/+/, '/'), url.origin)
}

/** The segments of a URL's path that are not empty, as written. */
export function segments(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean)
}

/** `https://<host><path>` of a link, without its query and trailing slashes. */
export function pathOn(host: string, url: URL): string {
  return `https://${host}${url.pathname.replace(/\/+$/, '')}`
}

/** The first query parameter with one of these lower-case names; the link may write them in any case. */
export function query(url: URL, ...names: string[]): string | undefined {
  for (const key of url.searchParams.keys())
    if (names.includes(key.toLowerCase())) return url.searchParams.get(key) || undefined
  return undefined
}
