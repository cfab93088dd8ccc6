/** All values are in seconds. */
export type Expected = {
  seconds: number
  slack: number
  /** Present when a copy may last longer, because its container cannot hide what an edit list hides. */
  atMost?: number
}
