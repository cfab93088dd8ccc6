// Version of the protocol between edge and merger. Both sides ignore unknown fields, so a new edge can still
// use a merger of an earlier release.

/** The current protocol version. A merger refuses a token, extraction or merge order with another version. */
export const ENGINE_VERSION = 1
