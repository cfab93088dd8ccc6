/**
 * Returns the result of `read`, or undefined when `read` throws a RangeError. An offset in a damaged media
 * file may point outside the data. The result is then unknown, but this is not an internal error.
 */
export function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
