import type { FailureCode } from '../failure.ts'
import { failures } from '../failures.ts'
import { told, type Told } from '../told.ts'

type Refused = { ok: false } & Told
export type Accepted = { ok: true; url: string } | Refused

export const reject = (why: Told): Refused => ({ ok: false, ...why })
export const INVALID_LINK = told(failures.bad_link.text, 'links.invalid')
export const NO_LINK = told('Please enter a video URL', 'links.empty')
export const refusedAs = (code: FailureCode): Told => told(failures[code].text, `failures.general.${code}`)

export type Platform = {
  /** The name of the files in this folder and in `web/content/platforms/`. */
  id: string
  displayName: string
  kind: 'video' | 'audio'
  noun: string
  color: string
  /** Position in menus: lower numbers come first. A brand can set another number. */
  priority: number
  /** The slug of an icon of simple-icons, or a letter if simple-icons has no icon for the platform. */
  glyph: { icon: string } | { letter: string }
  isPodcast?: boolean
  isPopular?: boolean
  /**
   * Titles of Chinese sites and podcasts are long: up to 100 characters instead of 80 in the name of a file.
   */
  hasLongTitles?: boolean
  /**
   * Whether the platform's page submits the link in its own URL (`?url=<link>`) at once, without a click. If
   * another site opened the page, the visitor must still click.
   */
  autoStart?: boolean
  /**
   * Class names of yt-dlp's extractors for the platform. The merger loads them before it accepts its first
   * request, so that the first extraction is fast.
   */
  warmUp?: readonly string[]
  /**
   * Lower-case prefixes of names of yt-dlp extractors. A media link from such an extractor works only from
   * the IP address of the merger that extracted it, or only with the cookies of that extraction.
   */
  boundExtractors?: readonly string[]
  hosts: readonly string[]
  /** The short-link hosts in `hosts` whose links can redirect to an item on another site. */
  redirectHosts?: readonly string[]
  /** The main path first. The platform has no page if the list is empty. */
  paths: readonly string[]
  accept(text: string): Accepted
  /** The form that yt-dlp handles best. */
  canonical(url: URL): string
  /** What failures call an item: a video of the platform, or a video alone (`plain`). */
  failureNoun: 'plain' | 'video' | 'episode' | 'track' | 'content'
  words?: Partial<Record<FailureCode, Told>>
  /** `name`: what a brand calls the platform */
  title(path: string, name?: string): string
}
