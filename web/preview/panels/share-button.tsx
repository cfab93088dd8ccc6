import { useTexts } from '../../app/texts.ts'
import { useEffect, useState } from 'react'
import { STATUS_RESET_MS } from '../../parts/status-reset.ts'
import { Icon } from '../../parts/icon.tsx'
import type { PreviewLink } from '../link.ts'
import css from './file-panel.module.css'

type ShareState = 'idle' | 'loading' | 'success' | 'error'

async function shortLink(link: PreviewLink): Promise<string> {
  const [{ shorten }, { sharePayload }] = await Promise.all([
    import('../../api.ts'),
    import('../share-payload.ts'),
  ])
  const payload = sharePayload(link, location.origin)
  if (!payload) throw new Error('this preview has nothing to share')
  return shorten(payload)
}

async function createAndCopy(link: PreviewLink): Promise<void> {
  const text = shortLink(link)
  // Safari allows writing to the clipboard only during the click event, but the short link arrives later. So
  // the code immediately passes a promise of the short link to the clipboard.
  if (typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write) {
    const blob = text.then((one) => new Blob([one], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  } else await navigator.clipboard.writeText(await text)
}

export function ShareButton({ link, isOff }: { link: PreviewLink | null; isOff: boolean }) {
  const [state, setState] = useState<ShareState>('idle')
  const texts = useTexts('preview').share
  const message = { idle: '', loading: '', success: texts.copied, error: texts.failed }[state]
  useEffect(() => {
    if (state === 'idle' || state === 'loading') return
    const timer = setTimeout(() => setState('idle'), STATUS_RESET_MS)
    return () => clearTimeout(timer)
  }, [state])
  const share = () => {
    if (!link || state === 'loading') return
    setState('loading')
    createAndCopy(link).then(
      () => setState('success'),
      (cause: unknown) => {
        console.error(cause)
        setState('error')
      },
    )
  }
  return (
    <>
      <button type="button" className="btn btn-line" disabled={isOff || !link} onClick={share}>
        <Icon name={state === 'success' ? 'check' : 'share'} /> {texts[state]}
      </button>
      <span role="status" className={message ? css.toast : 'vh'}>
        {message}
      </span>
    </>
  )
}
