/**
 * Returns the result of `read`, or undefined when it reads beyond the bytes at hand. The offsets in a media
 * file come from a stranger. A damaged offset makes a fact unknown; it is not an internal error.
 */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
