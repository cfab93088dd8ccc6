import { useTexts } from '../../app/texts.ts'
import { lazy, useState, type ComponentProps } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Optional } from '../../parts/optional.tsx'
import { useDevice } from '../../parts/use-device.ts'
import { isApple, isInsideApp } from '../device.ts'
import type { PreviewLink } from '../link.ts'
import type { MadeFile } from '../machine.ts'
import css from './file-panel.module.css'

const ToPhone = lazy(() => import('./to-phone.tsx').then((m) => ({ default: m.ToPhone })))
const SaveToPhotos = lazy(() => import('./save-to-photos.tsx').then((m) => ({ default: m.SaveToPhotos })))
const RenameFile = lazy(() => import('./rename-file.tsx').then((m) => ({ default: m.RenameFile })))
const InsideApp = lazy(() => import('./inside-app.tsx').then((m) => ({ default: m.InsideApp })))

export function ToPhoneButton({
  link,
  file,
  isOff,
}: {
  link: PreviewLink | null
  file: MadeFile | null
  isOff: boolean
}) {
  const label = useTexts('preview').phone.button
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`btn btn-line ${css.phone}`}
        disabled={isOff || !link}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="phone" /> {label}
      </button>
      {isOpen && link && (
        <Optional isOpened>
          <ToPhone link={link} file={file} onClose={() => setIsOpen(false)} />
        </Optional>
      )}
    </>
  )
}

export function PhotosButton(props: ComponentProps<typeof SaveToPhotos>) {
  const hasPhotos = useDevice(isApple, false)
  return hasPhotos ? (
    <Optional>
      <SaveToPhotos {...props} />
    </Optional>
  ) : null
}

export function FileName(props: ComponentProps<typeof RenameFile>) {
  const { rename } = useTexts('preview').file
  const [isOpen, setIsOpen] = useState(false)
  return isOpen ? (
    <Optional isOpened>
      <RenameFile {...props} />
    </Optional>
  ) : (
    <>
      <bdi>{props.link.filename}</bdi>{' '}
      <button type="button" onClick={() => setIsOpen(true)}>
        {rename}
      </button>
    </>
  )
}

/** A hint that appears in the built-in browsers of apps, because these may block downloads. */
export function AppHint() {
  const isInside = useDevice(isInsideApp, false)
  return isInside ? (
    <Optional>
      <InsideApp />
    </Optional>
  ) : null
}
