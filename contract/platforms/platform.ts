import { failures, type FailureCode } from '../failure.ts'

/**
 * The result of a pasted text: the link to send, or the message to show. A wrong link is an expected result
 * and not an error.
 */
export type Accepted = { ok: true; url: string } | { ok: false; message: string }

export const reject = (message: string): Accepted => ({ ok: false, message })
export const INVALID_LINK = failures.bad_link.text
export const NO_LINK = 'Please enter a video URL'

export type Platform = {
  /** Equals the name of the platform's files without `.ts`, here and in `web/content/platforms/`. */
  id: string
  displayName: string
  kind: 'video' | 'audio'
  /** The word for one item: "video", "track", "episode". */
  noun: string
  /** Brand colour of the platform, #rrggbb. */
  color: string
  /** Position in menus; lower comes first. A brand can set its own. */
  priority: number
  /** The symbol in the sprite: the slug of an icon of simple-icons, or a letter where it has none. */
  glyph: { icon: string } | { letter: string }
  /** Whether results of its page are marked as podcast episodes (docs/specification.md, section 3). */
  isPodcast?: boolean
  /** Whether the menu for small screens lists it under "Popular Platforms". */
  isPopular?: boolean
  /** Whether titles in names of saved files may be longer, as those of Chinese sites and of podcasts are. */
  hasLongTitles?: boolean
  /** Whether its page submits the link of its address (`?url=`) without a press. */
  autoStart?: boolean
  /** Class names of the yt-dlp extractors that the merger loads before its first request. */
  warmUp?: readonly string[]
  /**
   * Prefixes of yt-dlp extractor names, in lower case, whose media links work only from the IP address, or
   * with the cookies, that requested them.
   */
  bound?: readonly string[]
  /** A link belongs to the platform if its host is one of these or a subdomain. */
  hosts: readonly string[]
  /** Registrable domains from which its playlists load media, beside the platform's own links. */
  mediaDomains?: readonly string[]
  /** Every path of its page; the first is the main one. Empty: the platform has no page. */
  paths: readonly string[]
  /** Finds the platform's link in a pasted text. Pure. */
  accept(text: string): Accepted
  /** The form that yt-dlp handles best of a link that `accept` returned. Pure. */
  canonical(url: URL): string
  /** Title of the error box, "{Platform} Error". */
  errorTitle: string
  /** Messages of its page for failures that have none of their own (docs/specification.md, section 8). */
  messages: { failed: string; noDetails: string; exception: string }
  /** Messages that replace those of `contract/failure.ts` for this platform. */
  words?: Partial<Record<FailureCode, string>>
  /** Document title of one of `paths`. */
  title(path: string): string
}
