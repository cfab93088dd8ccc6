// Both sides ignore unknown fields, so a new edge can still use a merger of an earlier release.

export const ENGINE_VERSION = 1
