import { useEffect, useState } from 'react'
import { STATUS_RESET_MS } from './status-reset.ts'
import { useTexts } from '../app/texts.ts'
import { Icon } from './icon.tsx'
import { useIsLive } from './use-device.ts'

/** A button that copies a text, which needs a script. It confirms the copy for three seconds. */
export function CopyButton({ text }: { text: string }) {
  const isLive = useIsLive()
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isCopied ? 'done' : 'failed')
  }
  return (
    <button type="button" className="btn btn-line" disabled={!isLive} onClick={() => void copy()}>
      <Icon name={state === 'done' ? 'check' : 'copy'} />
      <span aria-live="polite">{useTexts('ui').copy[state]}</span>
    </button>
  )
}
