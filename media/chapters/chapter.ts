/** `start` in seconds. */
export type Chapter = { start: number; title: string }

/** As many as a feed may have. */
export const MAX_FILE_CHAPTERS = 1_000
