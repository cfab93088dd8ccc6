/** Milliseconds for which a button or form shows its outcome. */
export const STATUS_RESET_MS = 3_000
