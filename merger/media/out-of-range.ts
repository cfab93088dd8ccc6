/**
 * Returns the result of `read`, or undefined when `read` throws a RangeError. The offsets in a media file
 * cannot be trusted. When an offset is damaged, the result is unknown, but no internal error may occur.
 */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
