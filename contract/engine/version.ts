// Version of the protocol between edge and merger. Both sides ignore unknown fields, so a new edge can still
// use a merger of an earlier release.

/**
 * The current protocol version. If a token, an extraction request or a merge order has another version, the
 * merger refuses it.
 */
export const ENGINE_VERSION = 1
