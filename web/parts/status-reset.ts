/** Milliseconds for which a button or a form shows the outcome of an action. */
export const STATUS_RESET_MS = 3_000
