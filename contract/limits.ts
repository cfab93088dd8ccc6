export const SHARE_SECONDS = 30 * 24 * 3_600

export const MAX_DURATION_SECONDS = 4 * 3_600
/** Pages round the duration of an item. */
export const PAGE_SLACK_SECONDS = 1
export const MAX_FILE_BYTES = 4 * 1024 ** 3

/** The GIF of a longer video would be too large to use. */
export const MAX_GIF_SECONDS = 60

export const MAX_LINK_LENGTH = 2_048
/** Some media links carry a long signed policy. */
export const MAX_MEDIA_LINK_LENGTH = 8_192
/** As in browsers (Fetch standard). Podcasts count listeners with up to ten redirects before the file. */
export const MAX_REDIRECTS = 20
export const MAX_PASTE_LENGTH = 8_192
export const MAX_ITEM = 2_000
/** Of one answer about a post or list. The number of an item beyond them lists the next. */
export const MAX_LISTED = 100
/** Of one list that a visitor pastes. A visitor may ask for as many extractions in a minute. */
export const MAX_LINKS = 20

/**
 * Maximum wait for a media link that the origin does not serve yet. It must be shorter than STALL_MS, because
 * an attempt that waits makes no progress.
 */
export const MAX_AVAILABILITY_WAIT_MS = 45_000

export const EXTRACTION_DEADLINE_MS = 30_000
export const EXTRACTION_MEMORY_MS = 10 * 60_000

/**
 * Size of one part of a multipart upload. R2 requires parts of equal size, at least 5 MiB each, and at most
 * 10,000 parts. Parts of 8 MiB allow files of up to 78 GiB.
 */
export const PART_BYTES = 8 * 1024 ** 2

export const TASK_MEMORY_MS = 24 * 3_600_000
/** If the edge sends no request about an attempt for this time, the merger ends the attempt. */
export const LEASE_MS = 60_000
/** An attempt without progress fails after this time. The edge and the merger each check it. */
export const STALL_MS = 60_000

/** A taller video downloads slowly, and few screens show the difference. */
export const MAX_SUGGESTED_LINES = 1_080

/** DASH states the peak rate and HLS often the average, so a playable list may have a lower one. */
export const SIMILAR_PEAK = 0.7
