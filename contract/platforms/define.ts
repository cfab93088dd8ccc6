import { hostOf, isHostOf, linkFinder, parsePublicLink } from '../link.ts'
import { reject, type Platform } from './platform.ts'
import { titleOf, type TitleRules } from './titles.ts'
import { unwrap } from '../wrapped-link.ts'

type Derived = 'kind' | 'noun' | 'paths' | 'accept' | 'canonical' | 'errorTitle' | 'messages' | 'title'
type Recipe = Omit<Platform, Derived> &
  Pick<TitleRules, 'names' | 'titles' | 'defaultTitle'> & {
    kind?: Platform['kind']
    noun?: string
    /** Every path of the platform's page, separated by white space; the main path comes first. */
    paths: string
    /** Message for a text that has no link of this platform. */
    invalid: string
    /** Message for a text that has no link at all. Default: `invalid`. */
    noLink?: string
    /**
     * Returns the canonical link of one item, or undefined if the link does not lead to one item. The host of
     * `url` is always one of `hosts`.
     */
    item: (url: URL) => string | undefined
    /**
     * Returns the noun for a link to several items, such as "profile" or "playlist"; undefined for other
     * links.
     */
    list?: (url: URL) => string | undefined
    /**
     * Returns the message for a link that can never work, for example because of DRM; undefined for other
     * links.
     */
    refuse?: (url: URL) => string | undefined
    /** The name of an item in the platform's messages. Default: "{Platform} {noun}". */
    calls?: string
  }

/** Builds a platform from its own data and derives its messages and titles. */
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

/**
 * Returns the link of a route that is in the fragment. Older and mobile sites use such routes:
 * `/#!/user/status/1`.
 */
function hashRoute(url: URL): URL | undefined {
  const [, route] = /^#!?(\/[^#]*)$/.exec(url.hash) ?? []
  return route === undefined ? undefined : new URL(route.replace(/^\/+/, '/'), url.origin)
}

/** Returns the non-empty segments of a URL's path, still percent-encoded. */
export function segments(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean)
}

/** Returns `https://<host><path>` with the path of a link, without its query and without trailing slashes. */
export function pathOn(host: string, url: URL): string {
  return `https://${host}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Returns the first query parameter that has one of the names. The names are in lower case; the link may
 * write them in any case.
 */
export function query(url: URL, ...names: string[]): string | undefined {
  for (const key of url.searchParams.keys())
    if (names.includes(key.toLowerCase())) return url.searchParams.get(key) || undefined
  return undefined
}
