import { useState } from 'react'

// "Save as soon as it is ready", in localStorage. The key exists while the visitor has it switched on.

export const SAVE_WHEN_READY = 'saveWhenReady'

function read(): boolean {
  try {
    return localStorage.getItem(SAVE_WHEN_READY) !== null
  } catch {
    return false // The browser blocks its storage.
  }
}

function write(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(SAVE_WHEN_READY, '1')
    else localStorage.removeItem(SAVE_WHEN_READY)
  } catch (cause) {
    console.warn('Site data is blocked: the choice lasts until this page is left.', cause)
  }
}

/** Whether this entry of the history has saved its file, so that a reload does not save it again. */
const hasSaved = (): boolean => (history.state as { saved?: unknown } | null)?.saved === true

/** Notes in this entry of the history that its file was saved. */
export function noteSaved(): void {
  if (!hasSaved()) history.replaceState({ ...(history.state as object | null), saved: true }, '')
}

export type SaveWhenReady = {
  /** Whether the checkbox is on. */
  isOn: boolean
  toggle: (isOn: boolean) => void
  /**
   * Whether the page has to save the file, which it does once.
   * @param isMade whether the server has made the file; the choice on this device is about such files only
   */
  isDue: (isMade: boolean) => boolean
}

/**
 * Whether the page saves its file without a press: the link asks for it, or the visitor has chosen it on this
 * device, or chooses it on this page.
 * @param isAsked whether the link asks for it
 * @param isHydrated whether the storage may be read
 */
export function useSaveWhenReady(isAsked: boolean, isHydrated: boolean): SaveWhenReady {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOn = chosen ?? (isAsked || (isHydrated && read()))
  return {
    isOn,
    toggle(next) {
      setChosen(next)
      write(next)
    },
    isDue: (isMade) => (isMade ? isOn : isAsked) && !hasSaved(),
  }
}
