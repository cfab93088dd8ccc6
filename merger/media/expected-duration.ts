/**
 * The duration of a stream according to its source, and the tolerance for the duration of the merged file.
 * Both values are in seconds.
 */
export type Expected = { seconds: number; slack: number }
