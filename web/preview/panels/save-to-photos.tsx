import { useTexts } from '../../app/texts.ts'
import { useEffect, useRef, useState } from 'react'
import { mediaTypeOf } from '#contract/media-types.ts'
import { Icon } from '../../parts/icon.tsx'
import { PHOTOS_MAX_BYTES } from '../device.ts'
import type { PreviewLink } from '../link.ts'

const PHOTOS_EXTENSIONS = new Set(['mp4', 'mov', 'jpg', 'gif'])

function typeOf(name: string): string | undefined {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return PHOTOS_EXTENSIONS.has(extension) ? mediaTypeOf(extension) : undefined
}

type Props = {
  href: string | null
  link: PreviewLink | null
  bytes: number | null
  onSaved: () => void
}
type State = { step: 'idle' } | { step: 'loading' } | { step: 'loaded'; file: File } | { step: 'failed' }

/**
 * Passes the file to the share sheet of an iPhone or iPad, because this sheet offers "Save Video". The sheet
 * opens only within some seconds after the visitor taps the button. If loading the file takes longer, the
 * visitor has to tap a second time.
 */
export function SaveToPhotos({ href, link, bytes, onSaved }: Props) {
  const texts = useTexts('preview').file.photos
  const [state, setState] = useState<State>({ step: 'idle' })
  const stop = useRef<AbortController>(null)
  const name = link?.filename ?? ''
  const type = typeOf(name)
  useEffect(() => () => stop.current?.abort(), [])
  const canShare = Boolean(type) && navigator.canShare?.({ files: [new File([], name, { type: type! })] })
  if (!canShare || !href || bytes === null || bytes >= PHOTOS_MAX_BYTES) return null

  const share = async (file: File) => {
    try {
      await navigator.share({ files: [file] })
      setState({ step: 'idle' })
      onSaved()
    } catch (cause) {
      // An AbortError means that the visitor closed the share sheet. Any other error means that the share
      // sheet did not open, because the last tap was too long ago. The file is then kept, and the next tap
      // opens the share sheet.
      const wasClosed = cause instanceof DOMException && cause.name === 'AbortError'
      setState(wasClosed ? { step: 'idle' } : { step: 'loaded', file })
    }
  }
  const press = async () => {
    if (state.step === 'loaded') return share(state.file)
    stop.current = new AbortController()
    setState({ step: 'loading' })
    try {
      const answer = await fetch(href, { signal: stop.current.signal })
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      await share(new File([await answer.blob()], name, { type: type! }))
    } catch (cause) {
      console.error(cause)
      setState({ step: 'failed' })
    }
  }
  const label = texts[state.step]
  return (
    <button
      type="button"
      className="btn btn-line"
      disabled={state.step === 'loading'}
      onClick={() => void press()}
    >
      {/* An element with the role "status" would not count towards the accessible name of the button. */}
      <Icon name="save" /> <span aria-live="polite">{label}</span>
    </button>
  )
}
