import { failures, type FailureCode } from '../failure.ts'

/**
 * The result of checking a pasted text: the link to extract, or the message to show. A wrong link is an
 * ordinary result, so it is returned and not thrown.
 */
export type Accepted = { ok: true; url: string } | { ok: false; message: string }

export const reject = (message: string): Accepted => ({ ok: false, message })
export const INVALID_LINK = failures.bad_link.text
export const NO_LINK = 'Please enter a video URL'

export type Platform = {
  /**
   * Id of the platform. It is the name of the platform's file `<id>.ts` in this folder. If the platform has a
   * page, a file in `web/content/platforms/` has the same name.
   */
  id: string
  displayName: string
  kind: 'video' | 'audio'
  /** The noun for one item: "video", "track", "episode". */
  noun: string
  /** Brand colour of the platform in the form #rrggbb. */
  color: string
  /** Position in menus: platforms with lower numbers come first. A brand can set another number. */
  priority: number
  /**
   * The platform's symbol: the slug of an icon of simple-icons, or a letter if simple-icons has no icon for
   * the platform.
   */
  glyph: { icon: string } | { letter: string }
  /** Whether the platform offers podcast episodes instead of videos (docs/specification.md, section 3). */
  isPodcast?: boolean
  /** Whether the menu on small screens lists the platform under "Popular Platforms". */
  isPopular?: boolean
  /**
   * Whether the title in the name of a saved file is cut to at most 100 characters instead of at most 80.
   * This is true for Chinese sites and podcasts, because their titles are long.
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
  /**
   * The hosts of the platform. A link belongs to the platform if its host is one of them or a subdomain of
   * one.
   */
  hosts: readonly string[]
  /** The short-link hosts in `hosts` whose links can redirect to an item on another site. */
  redirectHosts?: readonly string[]
  /**
   * The paths under which the platform's page is reachable, the main path first. The platform has no page if
   * the list is empty.
   */
  paths: readonly string[]
  /** Finds a link of the platform in a pasted text. The function is pure. */
  accept(text: string): Accepted
  /**
   * Returns the canonical form of a link that `accept` has returned. It is the form that yt-dlp handles best.
   * The function is pure.
   */
  canonical(url: URL): string
  /** Title of the page's error box, "{Platform} Error". */
  errorTitle: string
  /**
   * Messages of the platform's page for three kinds of failure (docs/specification.md, section 8):
   * - `failed`: an error response without an error text
   * - `noDetails`: a response without formats, or one that the page cannot read
   * - `exception`: any other error without a message of its own
   */
  messages: { failed: string; noDetails: string; exception: string }
  /** Sentences for this platform, by failure code. They replace the sentences in `contract/failure.ts`. */
  words?: Partial<Record<FailureCode, string>>
  /** Returns the document title of the platform's page under one of `paths`. */
  title(path: string): string
}
