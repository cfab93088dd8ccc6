type Stat = {
  extracts: number
  /** Extractions that must not be answered from the merger's memory. */
  freshExtracts: number
  posts: number
  starts: number
  attaches: number
  pulls: number
  /** The position in the file at which the most recently requested part starts. */
  lastPull: number
  /** The highest number of requests for parts that were in progress at the same time. */
  maxPulls: number
  /**
   * The highest watermark that the edge sent. A watermark is a position in the file. The bucket has stored
   * all parts before this position, except the parts that overlap the space for the index at the start of the
   * file.
   */
  highestWatermark: number
  deletes: number
  relays: number
}

const stats = new Map<string, Stat>()

/** What the fake merger has counted for a link. */
export function statOf(link: string): Stat {
  const known = stats.get(link) ?? {
    extracts: 0,
    freshExtracts: 0,
    posts: 0,
    starts: 0,
    attaches: 0,
    pulls: 0,
    lastPull: 0,
    maxPulls: 0,
    highestWatermark: 0,
    deletes: 0,
    relays: 0,
  }
  stats.set(link, known)
  return known
}
