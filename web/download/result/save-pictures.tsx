import { useEffect, useRef, useState } from 'react'
import { pageFailures } from '#contract/page-failures.ts'
import css from './entries.module.css'
import type { PictureEntry, Zipped } from './zip-pictures.ts'

type State = { step: 'idle' } | { step: 'saving'; tried: number } | { step: 'told'; text: string }

export function zippedText({ file, missing }: Zipped, total: number): string {
  if (!file) return 'None of the pictures could be loaded. Please get the formats again and retry.'
  if (missing.length === 0) return `All ${total} pictures are in the file.`
  const which = `${missing.length === 1 ? 'Picture' : 'Pictures'} ${missing.slice(0, 10).join(', ')}`
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : ''
  return `${total - missing.length} of ${total} pictures are in the file. ${which}${more} could not be loaded. Please try again, or save single pictures.`
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // After one minute the browser has started to read the file, so the object URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function SavePictures({ pictures, name }: { pictures: readonly PictureEntry[]; name: string }) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (signal: AbortSignal) => {
    setState({ step: 'saving', tried: 0 })
    try {
      const { zipPictures } = await import('./zip-pictures.ts')
      const zipped = await zipPictures(pictures, (tried) => setState({ step: 'saving', tried }), signal)
      if (zipped.file) save(zipped.file, name)
      setState({ step: 'told', text: zippedText(zipped, pictures.length) })
    } catch (cause) {
      if (signal.aborted) return
      console.error(cause)
      setState({ step: 'told', text: pageFailures.part_missing })
    }
  }
  const start = () => {
    running.current = new AbortController()
    void run(running.current.signal)
  }
  const stop = () => {
    running.current?.abort()
    setState({ step: 'told', text: 'Stopped. No file was saved.' })
  }

  const isSaving = state.step === 'saving'
  return (
    <div className={css.all}>
      <button type="button" className="btn btn-line" onClick={isSaving ? stop : start}>
        {isSaving ? 'Stop' : `Save all ${pictures.length} pictures`}
      </button>
      <span role="status">
        {state.step === 'saving' &&
          `Loading picture ${Math.min(state.tried + 1, pictures.length)} of ${pictures.length}`}
        {state.step === 'told' && state.text}
      </span>
    </div>
  )
}
