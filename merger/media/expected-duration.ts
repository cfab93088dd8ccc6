/** How long a source says a stream lasts, and how far off that may be. */
export type Expected = { seconds: number; slack: number }
