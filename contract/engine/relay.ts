/**
 * A JSON object with the headers that the merger sends to the origin, including cookies, without the
 * visitor's Range.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/** A keyed hash of the visitor's network, which changes every day. */
export const RELAY_VISITOR = 'x-relay-visitor'
/**
 * In every call of the edge: its own host names, separated by spaces. The merger opens no connection to them.
 */
export const OWN_HOSTS = 'x-own-hosts'
