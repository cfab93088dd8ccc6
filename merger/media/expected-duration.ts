/**
 * The duration that a source announces for a stream, and the tolerance for the merged file, both in seconds.
 */
export type Expected = { seconds: number; slack: number }
