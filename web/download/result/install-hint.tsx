import { useTexts } from '../../app/texts.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { store } from '../../parts/stored.ts'
import { useDevice } from '../../parts/use-device.ts'
import { isApple, isInsideApp } from '../../preview/device.ts'
import { LAST_CHOICE } from '../choice/last-choice.ts'
import { KEPT_RESULTS } from '../kept-result.ts'
import css from './install-hint.module.css'

// Key in localStorage. It exists once the hint has been shown.
export const INSTALL_HINT = 'installHint'

/** On a phone, in a browser, on a visit after one on which a file was saved, and once. */
function isFirstTime(): boolean {
  try {
    return (
      matchMedia('(hover: none) and (pointer: coarse) and (display-mode: browser)').matches &&
      !isInsideApp() &&
      localStorage.getItem(LAST_CHOICE) !== null &&
      sessionStorage.getItem(KEPT_RESULTS) === null &&
      localStorage.getItem(INSTALL_HINT) === null
    )
  } catch {
    return false // The browser blocks site data.
  }
}

// Read when this chunk loads, before the first result of this visit is kept.
let isDue = typeof document !== 'undefined' && isFirstTime()

type Offer = Event & { prompt: () => Promise<unknown> }
let offer: Offer | null = null

function onOffer(listener: () => void): () => void {
  const keep = (event: Event) => {
    event.preventDefault()
    offer = event as Offer
    listener()
  }
  addEventListener('beforeinstallprompt', keep)
  return () => removeEventListener('beforeinstallprompt', keep)
}

function OpenHint({ onClose }: { onClose: () => void }) {
  const texts = useTexts('result').install
  const asks = useSyncExternalStore(onOffer, () => offer)
  useEffect(() => {
    store(INSTALL_HINT, '1')
    return () => {
      isDue = false
    }
  }, [])
  const how = isApple() ? texts.apple : texts.other
  return (
    <aside className={css.hint} aria-label={texts.title}>
      <p>{how}</p>
      {asks && (
        <button
          type="button"
          className="btn btn-line"
          onClick={() => {
            void asks.prompt()
            onClose()
          }}
        >
          {texts.add}
        </button>
      )}
      <button type="button" className="icon-btn" aria-label={texts.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </aside>
  )
}

export function InstallHint() {
  const isWanted = useDevice(() => isDue, false)
  const [isClosed, setIsClosed] = useState(false)
  return isWanted && !isClosed ? <OpenHint onClose={() => setIsClosed(true)} /> : null
}
