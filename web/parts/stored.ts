import { useSyncExternalStore } from 'react'

/** Returns null for an unknown key, and if the browser blocks localStorage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Removes the key if `value` is null. Returns false if the browser blocks localStorage. */
export function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch (cause) {
    console.warn('Site data is blocked or full: nothing is remembered.', cause)
    return false
  }
}

function onChange(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** Null while the server renders and while React hydrates the page. */
export const useStored = (key: string): string | null =>
  useSyncExternalStore(
    onChange,
    () => stored(key),
    () => null,
  )
