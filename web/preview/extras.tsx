import { lazy, Suspense, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { isApple, isInsideApp, useDevice } from './device.ts'
import type { PreviewLink } from './link.ts'
import css from './file-panel.module.css'

const ToPhone = lazy(() => import('./to-phone.tsx').then((m) => ({ default: m.ToPhone })))
const SaveToPhotos = lazy(() => import('./save-to-photos.tsx').then((m) => ({ default: m.SaveToPhotos })))
const InsideApp = lazy(() => import('./inside-app.tsx').then((m) => ({ default: m.InsideApp })))

/** The way to a telephone; by style only where there is a mouse. Nothing of it is loaded before it is pressed. */
export function ToPhoneButton({ link, isOff }: { link: PreviewLink | null; isOff: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`btn btn-line ${css.phone}`}
        disabled={isOff || !link}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="phone" /> To phone
      </button>
      {isOpen && link && (
        <Suspense>
          <ToPhone link={link} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** "Save to Photos", on the devices that have such a place. */
export function PhotosButton(props: { href: string | null; link: PreviewLink | null; bytes: number | null }) {
  const has = useDevice(isApple, false)
  return has ? (
    <Suspense>
      <SaveToPhotos {...props} />
    </Suspense>
  ) : null
}

/** The word of warning for browsers inside of apps. */
export function AppHint() {
  const isInside = useDevice(isInsideApp, false)
  return isInside ? (
    <Suspense>
      <InsideApp />
    </Suspense>
  ) : null
}
