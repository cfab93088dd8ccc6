import { failures, type FailureCode } from '../failure.ts'

/** What became of a pasted text: the link to send, or the sentence to show. A wrong link is an everyday outcome. */
export type Accepted = { ok: true; url: string } | { ok: false; message: string }

export const reject = (message: string): Accepted => ({ ok: false, message })
export const INVALID_LINK = failures.bad_link.text
export const NO_LINK = 'Please enter a video URL'

export type Platform = {
  id: string
  displayName: string
  kind: 'video' | 'audio'
  /** What one item is called: "video", "track", "episode". */
  noun: string
  /** Brand colour of the platform, #rrggbb; its icon is named like its id. */
  color: string
  /** Lower comes first where no brand says otherwise. */
  priority: number
  /** Matched exactly or by dot-suffix, never by "contains". */
  hosts: readonly string[]
  /** Every path of its page; the first is the main one. Literal, so that a search for an alias finds it. */
  paths: readonly string[]
  /** Finds the platform's link in a pasted text. Pure. */
  accept(text: string): Accepted
  /** The form yt-dlp handles best, of a link that `accept` returned. Pure. */
  canonical(url: URL): string
  /** Title of the error box, "{Platform} Error". */
  errorTitle: string
  /** Sentences of the specification for its own failures (section 8). */
  messages: { failed: string; noDetails: string; exception: string }
  /** Its own sentence for a failure where the catalogue's is less help. */
  words?: Partial<Record<FailureCode, string>>
  /** Document title of a path among `paths`. */
  title(path: string): string
}
