// Numbers that several programs share, with their unit in the name. A number of one program is in the file
// that uses it.

/** Retention of a finished file if the operator sets no other. */
export const DEFAULT_RETENTION_SECONDS = 3_600
/** Life of a short link in KV. */
export const SHARE_SECONDS = 30 * 24 * 3_600

/** The longest item and the largest file that we handle; an item above them is refused at extraction. */
export const MAX_DURATION_SECONDS = 4 * 3_600
export const MAX_FILE_BYTES = 4 * 1024 ** 3

/** Characters of a pasted link. */
export const MAX_LINK_LENGTH = 2_048
/** Characters of a media link; some carry a signed policy. */
export const MAX_MEDIA_LINK_LENGTH = 8_192
/** Characters of a pasted message that are searched for a link. */
export const MAX_PASTE_LENGTH = 8_192

/** Period of the rate limits; wrangler.toml has the same number. */
export const RATE_LIMIT_SECONDS = 60

export const EXTRACTION_DEADLINE_MS = 30_000
/** An extraction is cached this long, or less if its media links expire earlier. */
export const EXTRACTION_MEMORY_MS = 10 * 60_000
export const FAILURE_MEMORY_MS = 30_000

/** Grants end with the media link they speak of, at the latest after this. */
export const GRANT_SECONDS = 6 * 3_600
export const IMAGE_GRANT_SECONDS = 24 * 3_600
export const TICKET_SECONDS = 3_600

/** Size of a multipart part. R2 requires equal parts of at least 5 MiB; 10,000 parts of 8 MiB are 78 GiB. */
export const PART_BYTES = 8 * 1024 ** 2
/** Parts pulled at once; a Durable Object has six connections that wait for headers. */
export const PULL_LANES = 3

export const MAX_ATTEMPTS = 3
/** A task without a file is kept this long, so its visitor can still see why it failed. */
export const TASK_MEMORY_MS = 24 * 3_600_000
/** How long one alarm may stay attached to a merger; the platform cuts an alarm at 15 minutes. */
export const ATTACHMENT_MS = 10 * 60_000
/** A merger keeps an attempt this long while no edge is attached. */
export const LEASE_MS = 60_000
/** An attempt without progress for this long fails. Edge and merger check it independently. */
export const STALL_MS = 60_000

/** Status polling of the preview page (docs/specification.md, section 9). */
export const POLL = {
  firstDelayMs: 1_000,
  slowHalfMaxDelayMs: 2_000,
  maxDelayMs: 5_000,
  growth: 1.2,
  errorGrowth: 1.5,
  maxUnchanged: 60,
  maxErrorsInARow: 5,
} as const

export const DESCRIPTION_LENGTH = 150
export const USER_AGENT_LENGTH = 100
export const VISIBLE_PLATFORMS = 7
export const SCROLL_TO_RESULT_MS = 500
export const STATUS_RESET_MS = 3_000
