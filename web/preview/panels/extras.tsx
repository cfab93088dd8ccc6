import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { canNotify, isApple, isInsideApp, useDevice } from '../device.ts'
import type { PreviewLink } from '../link.ts'
import type { MadeFile } from '../machine.ts'
import css from './file-panel.module.css'

const ToPhone = lazy(() => import('./to-phone.tsx').then((m) => ({ default: m.ToPhone })))
const SaveToPhotos = lazy(() => import('./save-to-photos.tsx').then((m) => ({ default: m.SaveToPhotos })))
const NotifyButton = lazy(() => import('./notify-button.tsx').then((m) => ({ default: m.NotifyButton })))
const InsideApp = lazy(() => import('./inside-app.tsx').then((m) => ({ default: m.InsideApp })))

/**
 * A button that opens the QR code for a phone. CSS shows it only on devices with a mouse. The chunk of the
 * dialog loads on the first press.
 */
export function ToPhoneButton({
  link,
  file,
  isOff,
}: {
  link: PreviewLink | null
  file: MadeFile | null
  isOff: boolean
}) {
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
          <ToPhone link={link} file={file} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The button "Save to Photos". It appears only on iPhones and iPads. */
export function PhotosButton(props: ComponentProps<typeof SaveToPhotos>) {
  const hasPhotos = useDevice(isApple, false)
  return hasPhotos ? (
    <Suspense>
      <SaveToPhotos {...props} />
    </Suspense>
  ) : null
}

/** The page offers a notification if at least this many seconds remain. */
const LONG_WAIT = 20

/** An offer to notify the visitor at the end of a long wait. */
export function NoticeOffer({ remaining }: { remaining: number | null }) {
  const isPossible = useDevice(canNotify, false)
  const [wasLong, setWasLong] = useState(false)
  if (!wasLong && (remaining ?? 0) > LONG_WAIT) setWasLong(true)
  return isPossible && wasLong ? (
    <Suspense>
      <NotifyButton />
    </Suspense>
  ) : null
}

/** A hint that appears in the built-in browsers of apps, because these may block downloads. */
export function AppHint() {
  const isInside = useDevice(isInsideApp, false)
  return isInside ? (
    <Suspense>
      <InsideApp />
    </Suspense>
  ) : null
}
