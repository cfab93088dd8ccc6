// The protocol between edge and merger. Both sides ignore unknown fields, so an old merger can serve a new
// edge.

/** The protocol version. A merger refuses a merge order whose version it does not support. */
export const ENGINE_VERSION = 1
