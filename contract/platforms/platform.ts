import { failures, type FailureCode } from '../failure.ts'

/**
 * The result of checking a pasted text: the link to send, or the message to show. A wrong link is an ordinary
 * result and not an error.
 */
export type Accepted = { ok: true; url: string } | { ok: false; message: string }

export const reject = (message: string): Accepted => ({ ok: false, message })
export const INVALID_LINK = failures.bad_link.text
export const NO_LINK = 'Please enter a video URL'

export type Platform = {
  /**
   * Id of the platform. The platform has two files, `<id>.ts` in this folder and `<id>.ts` in
   * `web/content/platforms/`.
   */
  id: string
  displayName: string
  kind: 'video' | 'audio'
  /** The noun for one item: "video", "track", "episode". */
  noun: string
  /** Brand colour of the platform in the form #rrggbb. */
  color: string
  /** Position in menus: platforms with lower numbers come first. A brand can replace the number. */
  priority: number
  /**
   * The platform's symbol in the sprite: the slug of an icon of simple-icons, or a letter if simple-icons has
   * no icon for the platform.
   */
  glyph: { icon: string } | { letter: string }
  /**
   * Whether results on the platform's page are marked as podcast episodes (docs/specification.md, section 3).
   */
  isPodcast?: boolean
  /** Whether the menu for small screens lists the platform under "Popular Platforms". */
  isPopular?: boolean
  /**
   * Whether a title may have 100 instead of 80 characters in the names of saved files. Chinese sites and
   * podcasts need this.
   */
  hasLongTitles?: boolean
  /**
   * Whether the platform's page submits a link from the query of its URL (`?url=`) without a press on the
   * button.
   */
  autoStart?: boolean
  /** Class names of the yt-dlp extractors that the merger loads before it takes its first request. */
  warmUp?: readonly string[]
  /**
   * Prefixes of the names of yt-dlp extractors, in lower case. Media links from these extractors work only
   * from the IP address that made the extraction, or only with the cookies of the extraction.
   */
  bound?: readonly string[]
  /**
   * The hosts of the platform. A link belongs to the platform if its host is one of them or a subdomain of
   * one.
   */
  hosts: readonly string[]
  /**
   * Registrable domains from which the platform's playlists may load media, in addition to the domains of the
   * item's own media links.
   */
  mediaDomains?: readonly string[]
  /**
   * Every path of the platform's page; the first path is the main one. An empty list means that the platform
   * has no page.
   */
  paths: readonly string[]
  /** Finds a link of the platform in a pasted text. The function is pure. */
  accept(text: string): Accepted
  /**
   * Returns the canonical form of a link that `accept` returned: the form that yt-dlp handles best. The
   * function is pure.
   */
  canonical(url: URL): string
  /** Title of the page's error box, "{Platform} Error". */
  errorTitle: string
  /**
   * Messages of the platform's page for failures that have no sentence of their own (docs/specification.md,
   * section 8).
   */
  messages: { failed: string; noDetails: string; exception: string }
  /** Sentences that replace those in `contract/failure.ts` for this platform. */
  words?: Partial<Record<FailureCode, string>>
  /** Returns the document title for one of `paths`. */
  title(path: string): string
}
