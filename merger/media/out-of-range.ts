/**
 * Returns the result of `read`, or undefined when `read` throws a RangeError. The offsets in a media file
 * cannot be trusted. A damaged offset makes a fact unknown; it must not become an internal error.
 */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
