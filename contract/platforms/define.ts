import { hostOf, isHostOf, linkFinder, parseTarget } from '../link.ts'
import { reject, type Platform } from './platform.ts'
import { titleOf, type TitleRules } from './titles.ts'

type Derived = 'kind' | 'noun' | 'paths' | 'accept' | 'canonical' | 'errorTitle' | 'messages' | 'title'
type Recipe = Omit<Platform, Derived> &
  Pick<TitleRules, 'names' | 'titles' | 'defaultTitle'> & {
    kind?: Platform['kind']
    noun?: string
    /** Every path of its page, separated by white space; the main one first. */
    paths: string
    /** Said when the text holds no link of this platform. */
    invalid: string
    /** Said when the text holds no link at all. */
    noLink?: string
    /** The canonical link of one item; undefined where the link leads to none. Hosts are known to be ours. */
    item: (url: URL) => string | undefined
    /** What a link leads to that is no single item: "profile", "playlist". */
    list?: (url: URL) => string | undefined
    /** The sentence for a link from which nothing can be taken, whatever it leads to. */
    refuse?: (url: URL) => string | undefined
    /** What its messages call an item where that is not "{Platform} {noun}". */
    calls?: string
  }

/** A platform from what is special about it; all else follows by rule. */
export function definePlatform(recipe: Recipe): Platform {
  const { id, displayName, color, priority, hosts, item, invalid } = recipe
  const kind = recipe.kind ?? 'video'
  const noun = recipe.noun ?? (kind === 'video' ? 'video' : 'episode')
  const calls = recipe.calls ?? `${displayName} ${noun}`
  const links = linkFinder(hosts)
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
    hosts,
    paths: words(recipe.paths),
    accept(text) {
      const found = links(text)
      if (found.length === 0) return reject(recipe.noLink ?? invalid)
      const own = found
        .flatMap((link) => parseTarget(link) ?? [])
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

/** The parts of a path that are not empty, as written. */
export function segments(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean)
}

/** `https://<host><path>` of a link, without its query and the slash at its end. */
export function pathOn(host: string, url: URL): string {
  return `https://${host}${url.pathname.replace(/\/+$/, '')}`
}

/** The first query value among these names, whatever their case. */
export function query(url: URL, ...names: string[]): string | undefined {
  for (const key of url.searchParams.keys())
    if (names.includes(key.toLowerCase())) return url.searchParams.get(key) || undefined
  return undefined
}
