/** Headers that the merger sets itself on every request. A site must not choose their values. */
const OWN_HEADERS =
  /^(cookie|host|range|if-range|accept-encoding|connection|content-.*|transfer-encoding|sec-.*|proxy-.*)$/i

/**
 * Returns whether the merger may copy a header from an extraction into its requests: the merger does not set
 * this header itself, and the name and the value are valid.
 */
export const isPassable = ([name, value]: [string, string]): boolean =>
  /^[\w-]{1,64}$/.test(name) &&
  !OWN_HEADERS.test(name) &&
  /^[\t\u0020-\u007e\u0080-\u00ff]{1,4096}$/.test(value)

/** Returns only the headers for which `isPassable` is true. */
export const passable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(isPassable))
