import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useFacts } from '../../app/use-facts.ts'
import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { Rich } from '../../parts/rich.tsx'
import { useCountdown } from '../countdown.ts'
import type { PreviewLink } from '../link.ts'
import { qrLinkOf, sharePayload } from '../share-payload.ts'
import type { MadeFile } from '../machine.ts'
import css from './to-phone.module.css'

type Code = { link: string; size: number; path: string }

async function makeCode(link: PreviewLink, file: MadeFile | null): Promise<Code> {
  const payload = sharePayload(file ? { ...link, poster: null } : link, location.origin)
  if (!payload) throw new Error('this preview has nothing to send')
  const [{ shorten }, { encode }] = await Promise.all([import('../../api.ts'), import('uqr')])
  const shared = await shorten(payload)
  const short = file ? qrLinkOf(shared, file.taskId) : shared
  const { data, size } = encode(short, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return { link: short, size, path: squares.join('') }
}

function Lifetime({ expiresAt }: { expiresAt: number }) {
  const { finished, finishedFor } = useTexts('preview').phone
  const { countdown } = useFigures()
  const left = useCountdown(expiresAt, () => {})
  return (
    <p>
      <Rich text={left > 0 ? finishedFor : finished} given={{ time: countdown(left) }} />
    </p>
  )
}

type Props = { link: PreviewLink; file: MadeFile | null; onClose: () => void }

/**
 * If the file is finished, the code leads to this file. Every device that scans the code can then save and
 * delete the file. The links of the Share button are for other people, and do not lead to this file.
 */
export function ToPhone({ link, file, onClose }: Props) {
  const texts = useTexts('preview').phone
  const say = useSay()
  const facts = useFacts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [code, setCode] = useState<Code | 'failed' | null>(null)
  useEffect(() => {
    dialog.current?.showModal()
    makeCode(link, file).then(setCode, (cause: unknown) => {
      console.error(cause)
      setCode('failed')
    })
  }, [link, file])
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby="to-phone" onClose={onClose}>
      <h2 id="to-phone">{texts.title}</h2>
      <p>{texts.how}</p>
      {file?.expiresAt ? <Lifetime expiresAt={file.expiresAt} /> : <p>{say(texts.works, facts)}</p>}
      <div className={css.code} aria-busy={code === null}>
        {code === 'failed' && <p role="alert">{texts.failed}</p>}
        {code && code !== 'failed' && (
          <svg
            viewBox={`0 0 ${code.size} ${code.size}`}
            role="img"
            aria-label={say(texts.code, { link: code.link })}
            shapeRendering="crispEdges"
          >
            <path d={code.path} />
          </svg>
        )}
      </div>
      <div className={css.actions}>
        {code && code !== 'failed' && <CopyButton text={code.link} />}
        <button type="button" className="btn btn-fill" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </div>
    </dialog>
  )
}
