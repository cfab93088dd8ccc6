/** The merger sets these on every request. A site must not choose their values. */
const OWN_HEADERS =
  /^(cookie|host|range|if-range|accept-encoding|connection|content-.*|transfer-encoding|sec-.*|proxy-.*)$/i

export const isPassable = ([name, value]: [string, string]): boolean =>
  /^[\w-]{1,64}$/.test(name) &&
  !OWN_HEADERS.test(name) &&
  /^[\t\u0020-\u007e\u0080-\u00ff]{1,4096}$/.test(value)

export const passable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(isPassable))
