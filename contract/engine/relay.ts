/**
 * Request header of GET and HEAD /relay?url=<media link>: a JSON object with the headers for the origin,
 * including cookies. The merger sends the bytes that the visitor's Range header requests. Without a Range
 * header, it sends the whole file.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/**
 * Request header of GET and HEAD /relay: a keyed hash of the visitor's network. The hash of a network changes
 * every day. The merger uses the hash to share its connections fairly between visitors.
 */
export const RELAY_VISITOR = 'x-relay-visitor'
