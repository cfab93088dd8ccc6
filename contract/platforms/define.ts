import { withoutSlashes } from '../without-slashes.ts'
import { hostOf, isHostOf, linkFinder, parsePublicLink } from '../link.ts'
import { reject, type Platform } from './platform.ts'
import { told, type Told } from '../told.ts'
import { titleOf, type TitleRules } from './titles.ts'
import { unwrap } from '../wrapped-link.ts'

type Noun = 'video' | 'episode' | 'track'

const NOUNS = { video: 'video', audio: 'episode' } as const satisfies Record<Platform['kind'], Noun>

/** What a link leads to instead of one item: the noun, and its name in the texts of each language. */
const LISTS = {
  album: 'album',
  channel: 'channel',
  group: 'group',
  'home page': 'home',
  list: 'list',
  'list of events': 'events',
  'list of offers': 'offers',
  picture: 'picture',
  playlist: 'playlist',
  podcast: 'podcast',
  'post without a video': 'post',
  profile: 'profile',
  series: 'series',
  show: 'show',
  showcase: 'showcase',
} as const
export type ListName = keyof typeof LISTS

type Derived = 'kind' | 'noun' | 'paths' | 'accept' | 'canonical' | 'title' | 'failureNoun'
type Recipe = Omit<Platform, Derived> &
  Pick<TitleRules, 'names' | 'titles' | 'defaultTitle'> & {
    kind?: Platform['kind']
    noun?: Noun
    /** Separated by white space, the main path first. */
    paths: string
    /** The messages of `list` and `refuse` take precedence. */
    invalid: string | Told
    noLink?: string
    /** `url` always belongs to one of `hosts`. */
    item: (url: URL) => string | undefined
    /** The noun for a link that leads to several items, such as "profile". */
    list?: (url: URL) => ListName | undefined
    /** The message for a link from which nothing can be downloaded, for example because of DRM. */
    refuse?: (url: URL) => Told | undefined
    failureNoun?: Platform['failureNoun']
  }

const NO_PUBLIC_FILE = told(
  'We found no public file of this episode. It may be for subscribers only. Please try another one.',
  'failures.special.podcast_no_media',
)

/** A copied line break or invisible space. No link of a platform ends with one. */
const ESCAPED_SPACE = /(?:%0[9ad]|%20|%e2%80%8b)+$/i

export function definePlatform(recipe: Recipe): Platform {
  const { id, hosts } = recipe
  const invalid =
    typeof recipe.invalid === 'string' ? told(recipe.invalid, `links.platforms.${id}`) : recipe.invalid
  const kind = recipe.kind ?? 'video'
  const noun = recipe.noun ?? NOUNS[kind]
  const links = linkFinder(hosts)
  const item = (url: URL) => recipe.item(url) ?? (hashRoute(url) && recipe.item(hashRoute(url)!))
  const whyNot = (url: URL): Told | undefined => {
    const what = recipe.list?.(url)
    return recipe.refuse?.(url) ?? (what && leadsTo(what, noun))
  }

  return {
    ...recipe,
    kind,
    noun,
    paths: words(recipe.paths),
    accept(text) {
      const found = links(text)
      if (found.length === 0)
        return reject(recipe.noLink ? told(recipe.noLink, `links.noLink.${id}`) : invalid)
      const own = found
        .flatMap((link) => parsePublicLink(unwrap(link).replace(ESCAPED_SPACE, '')) ?? [])
        .filter((url) => isHostOf(hostOf(url), hosts))
      const one = own.find(item)
      return one ? { ok: true, url: one.href } : reject(own.map(whyNot).find(Boolean) ?? invalid)
    },
    canonical: (url) => item(url) ?? url.href,
    ...(recipe.isPodcast && { words: { no_media: NO_PUBLIC_FILE, ...recipe.words } }),
    failureNoun: recipe.failureNoun ?? noun,
    title: (path, displayName = recipe.displayName) => titleOf(path, { ...recipe, displayName, kind, noun }),
  }
}

const leadsTo = (what: ListName, noun: string): Told =>
  told(
    `This link leads to ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}. Please paste the link of one ${noun}.`,
    `links.one.${noun}`,
    {
      found: `links.lists.${LISTS[what]}`,
    },
  )

const words = (list: string): string[] => list.split(/\s+/).filter(Boolean)

/**
 * Older and mobile pages write the path of a link in its fragment. Returns the link with the path moved out
 * of the fragment: `/#!/user/status/1` becomes `/user/status/1`. Returns undefined if the fragment is not a
 * path.
 */
function hashRoute(url: URL): URL | undefined {
  const [, route] = /^#!?(\/[^#]*)$/.exec(url.hash) ?? []
  return route === undefined ? undefined : new URL(route.replace(/^\/+/, '/'), url.origin)
}

export function segments(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean)
}

export function pathOn(host: string, url: URL): string {
  return `https://${host}${withoutSlashes(url.pathname)}`
}

export function query(url: URL, ...names: string[]): string | undefined {
  for (const key of url.searchParams.keys())
    if (names.includes(key.toLowerCase())) return url.searchParams.get(key) || undefined
  return undefined
}
