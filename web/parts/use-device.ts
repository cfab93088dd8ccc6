import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Reads a value of this device that never changes, for example whether it is an iPhone. While the server
 * renders and while React hydrates the page, returns the parameter `unknown` instead of the value.
 */
export function useDevice<T>(read: () => T, unknown: T): T {
  return useSyncExternalStore(never, read, () => unknown)
}

const yes = () => true

/** Returns false while the server renders and while React hydrates the page, and true afterwards. */
export const useIsLive = (): boolean => useDevice(yes, false)
