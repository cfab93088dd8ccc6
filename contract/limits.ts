// Numbers that several programs share, with their unit in the name. A number that only one program uses is in
// the file that uses it.

/** Lifetime of a short link in KV. */
export const SHARE_SECONDS = 30 * 24 * 3_600

/**
 * The longest item and the largest file that we handle. An item above one of these limits fails with
 * `too_big`.
 */
export const MAX_DURATION_SECONDS = 4 * 3_600
export const MAX_FILE_BYTES = 4 * 1024 ** 3

/** The longest video for which a GIF is offered. The GIF of a longer video would be too large to use. */
export const MAX_GIF_SECONDS = 60

/** Maximum length of a pasted link, in characters. */
export const MAX_LINK_LENGTH = 2_048
/** Maximum length of a media link, in characters. Some media links carry a long signed policy. */
export const MAX_MEDIA_LINK_LENGTH = 8_192
/**
 * Maximum length of a path on our own site with its query, in characters. Cloudflare refuses a URL above 16
 * KB (https://developers.cloudflare.com/workers/platform/limits/), and the host counts towards this length.
 */
export const MAX_OWN_PATH_LENGTH = 16_000
/** Maximum length of a pasted text, in characters. Only this much text is searched for a link. */
export const MAX_PASTE_LENGTH = 8_192

/** Maximum wait for a media link that becomes playable later. It must be shorter than STALL_MS. */
export const MAX_AVAILABILITY_WAIT_MS = 45_000

export const EXTRACTION_DEADLINE_MS = 30_000
/** Maximum time for which an extraction is cached. The time is shorter if a media link expires earlier. */
export const EXTRACTION_MEMORY_MS = 10 * 60_000

/**
 * Size of one multipart part. R2 requires parts of equal size, at least 5 MiB each. With at most 10,000 parts
 * of 8 MiB an upload can have 78 GiB.
 */
export const PART_BYTES = 8 * 1024 ** 2

/**
 * A task that has ended without a file is kept for this time, so that its visitor can still see why it
 * failed.
 */
export const TASK_MEMORY_MS = 24 * 3_600_000
/** A merger keeps an attempt for this time after the edge's most recent request for the attempt. */
export const LEASE_MS = 60_000
/**
 * An attempt that makes no progress for this time fails. Edge and merger check this independently of each
 * other.
 */
export const STALL_MS = 60_000
