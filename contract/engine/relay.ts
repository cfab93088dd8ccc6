/**
 * Request header of GET and HEAD /relay?url=<media link>. Its value is a JSON object with the headers,
 * including cookies, that the merger sends to the origin. The visitor's Range header is not in this object:
 * the edge sends it as a separate header. Without a Range header, the merger responds with the whole file.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/**
 * Request header of GET and HEAD /relay: a keyed hash of the visitor's network. The hash of a network changes
 * every day. The merger uses the hash to share its connections fairly between visitors.
 */
export const RELAY_VISITOR = 'x-relay-visitor'
