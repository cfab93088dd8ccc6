// Numbers that several programs share, with their unit in the name. A number of one program is in the file
// that uses it.

/** Life of a short link in KV. */
export const SHARE_SECONDS = 30 * 24 * 3_600

/** The longest item and the largest file that we handle; an item above them is refused at extraction. */
export const MAX_DURATION_SECONDS = 4 * 3_600
export const MAX_FILE_BYTES = 4 * 1024 ** 3

/** The longest video that becomes a GIF; the GIF of a longer one would be too large to use. */
export const MAX_GIF_SECONDS = 60

/** Characters of a pasted link. */
export const MAX_LINK_LENGTH = 2_048
/** Characters of a media link; some carry a signed policy. */
export const MAX_MEDIA_LINK_LENGTH = 8_192
/** Characters of a pasted message that are searched for a link. */
export const MAX_PASTE_LENGTH = 8_192

/** A media link that plays only later is waited for at most this long. Shorter than STALL_MS. */
export const MAX_AVAILABILITY_WAIT_MS = 45_000

export const EXTRACTION_DEADLINE_MS = 30_000
/** An extraction is cached this long, or less if its media links expire earlier. */
export const EXTRACTION_MEMORY_MS = 10 * 60_000

/** Size of a multipart part. R2 requires equal parts of at least 5 MiB; 10,000 parts of 8 MiB are 78 GiB. */
export const PART_BYTES = 8 * 1024 ** 2

/** A task without a file is kept this long, so its visitor can still see why it failed. */
export const TASK_MEMORY_MS = 24 * 3_600_000
/** A merger keeps an attempt this long while no edge is attached. */
export const LEASE_MS = 60_000
/** An attempt without progress for this long fails. Edge and merger check it independently. */
export const STALL_MS = 60_000
