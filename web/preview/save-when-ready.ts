import { useState } from 'react'
import { store, stored } from '../parts/stored.ts'

// Key in localStorage for the option "Save as soon as it is ready". The key exists only while the option is
// on.

export const SAVE_WHEN_READY = 'saveWhenReady'

/**
 * Returns whether the file of this entry of the browser history was already saved. If so, a reload does not
 * save the file again.
 */
const hasSaved = (): boolean => (history.state as { saved?: unknown } | null)?.saved === true

export function noteSaved(): void {
  if (!hasSaved()) history.replaceState({ ...(history.state as object | null), saved: true }, '')
}

export type SaveWhenReady = {
  isOn: boolean
  toggle: (isOn: boolean) => void
  isDue: (isMade: boolean) => boolean
}

/**
 * Decides whether the preview page saves the file automatically:
 * - A file that a merger makes is saved if the checkbox is checked. Until the visitor changes the checkbox,
 *   it is checked if the preview link asks for automatic saving, or if the option is stored on this device.
 * - Any other file is saved only if the preview link asks for automatic saving.
 * @param isAsked whether the preview link asks for automatic saving
 * @param isHydrated whether the page is hydrated; until then, localStorage is not read
 */
export function useSaveWhenReady(isAsked: boolean, isHydrated: boolean): SaveWhenReady {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOn = chosen ?? (isAsked || (isHydrated && stored(SAVE_WHEN_READY) !== null))
  return {
    isOn,
    toggle(next) {
      setChosen(next)
      store(SAVE_WHEN_READY, next ? '1' : null)
    },
    isDue: (isMade) => (isMade ? isOn : isAsked) && !hasSaved(),
  }
}
