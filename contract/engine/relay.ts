/**
 * Request header of GET and HEAD /relay?url=<media link>. With such a request, the edge fetches a media link
 * through a merger. The value of the header is a JSON object with the headers that the merger sends to the
 * origin, including cookies. The object does not contain the visitor's Range header, because the edge sends
 * it separately. Without a Range header, the merger responds with the whole file.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/**
 * Request header of GET and HEAD /relay: a keyed hash of the visitor's network. The hash of a network changes
 * every day. The merger uses the hash to share its connections fairly between visitors.
 */
export const RELAY_VISITOR = 'x-relay-visitor'
