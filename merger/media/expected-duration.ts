/** Both values are in seconds. */
export type Expected = { seconds: number; slack: number }
