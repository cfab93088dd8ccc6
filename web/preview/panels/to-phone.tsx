import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { sharePayload, type PreviewLink } from '../link.ts'
import css from './to-phone.module.css'

type Code = { link: string; size: number; path: string }

/**
 * Makes a short link and its QR code. One SVG path draws all dark squares. The QR standard requires the white
 * border.
 */
async function makeCode(link: PreviewLink): Promise<Code> {
  const payload = sharePayload(link, location.origin)
  if (!payload) throw new Error('this preview has nothing to send')
  const [{ shorten }, { encode }] = await Promise.all([import('../../api.ts'), import('uqr')])
  const short = await shorten(payload)
  const { data, size } = encode(short, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { link: short, size, path: squares.join('') }
}

/** A dialog with the QR code of this preview, for the camera of a phone. */
export function ToPhone({ link, onClose }: { link: PreviewLink; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [code, setCode] = useState<Code | 'failed' | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
    makeCode(link).then(setCode, (cause: unknown) => {
      console.error(cause)
      setCode('failed')
    })
  }, [link])
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby="to-phone" onClose={onClose}>
      <h2 id="to-phone">To your phone</h2>
      <p>Point the camera of your phone at the code and open the link.</p>
      <div className={css.code} aria-busy={code === null}>
        {code === 'failed' && <p role="alert">The link could not be made. Please try again.</p>}
        {code && code !== 'failed' && (
          <svg
            viewBox={`0 0 ${code.size} ${code.size}`}
            role="img"
            aria-label={`Code for ${code.link}`}
            shapeRendering="crispEdges"
          >
            <path d={code.path} />
          </svg>
        )}
      </div>
      <div className={css.actions}>
        {code && code !== 'failed' && <CopyButton text={code.link} />}
        <button type="button" className="btn btn-fill" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}
