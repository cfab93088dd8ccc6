import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { markClass } from '../brand.ts'
import { loadWork, useWork } from './load-form-logic.ts'
import type { Download } from './use-download.ts'
import { useArrivingLinks } from './use-arriving-links.ts'
import { Glyph, Icon } from '../parts/icon.tsx'
import { SlotFoot } from './form-status.tsx'
import css from './link-form.module.css'

type Props = {
  download: Download
  platform?: Platform
  /** Where the form goes before the page has come to life. */
  action: string
  /** Starts a valid link of the address bar at once. */
  isEager?: boolean
}

/** The form: one field, uncontrolled, so that what was typed before hydration stays. */
export function Slot({ download, platform, action, isEager = false }: Props) {
  const { state, submit, typed, clear } = download
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // Null until the page is alive: the form must also work before.
  const [text, setText] = useState<string | null>(null)
  const [canPaste, setCanPaste] = useState(true)
  const isLoading = state.step === 'loading'
  const isWrong = state.step === 'failed'
  const [work, wantWork] = useWork()
  const owner = text ? work?.ownerOf(text) : undefined

  const write = (value: string) => {
    if (input.current) input.current.value = value
    setText(value)
    typed()
  }
  const go = () => {
    submit(input.current?.value ?? '')
    void import('./result.tsx') // the panel comes while the answer is on its way
  }

  useArrivingLinks(input, write, (link) => isEager && submit(link))
  useEffect(() => {
    setText(input.current?.value ?? '')
    setCanPaste('clipboard' in navigator && 'readText' in navigator.clipboard)
  }, [])
  // A disabled field has lost the focus; it comes back with the reason.
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])

  const paste = async () => {
    const pasted = await navigator.clipboard.readText().catch(() => '')
    const found = await loadWork().catch(() => null)
    if (pasted.trim()) write(found?.findLink(pasted) ?? pasted.trim())
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') write('')
    // Enter on a blank field says what is missing; a disabled button alone would say nothing.
    if (event.key !== 'Enter') return
    event.preventDefault()
    go()
  }

  return (
    <form
      className={css.form}
      action={action}
      method="get"
      noValidate
      aria-busy={isLoading}
      onFocus={wantWork}
      onPointerEnter={wantWork}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <label className="vh" htmlFor={`${id}link`}>
        Link to a video, song or episode
      </label>
      <div className={`${css.slot} ${isWrong ? css.wrong : ''} ${isLoading ? css.loading : ''}`}>
        <div className={css.row}>
          {owner && (
            <span className={`${css.owner} ${markClass(owner)}`}>
              <Glyph id={owner} />
            </span>
          )}
          <input
            ref={input}
            id={`${id}link`}
            name="url"
            type="text"
            inputMode="url"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="https://"
            aria-describedby={`${id}foot`}
            aria-invalid={isWrong}
            disabled={isLoading}
            onInput={(event) => {
              wantWork()
              setText(event.currentTarget.value)
              typed()
            }}
            onKeyDown={onKeyDown}
          />
          {text ? (
            <button
              type="button"
              className="icon-btn"
              aria-label="Clear link"
              onClick={() => {
                write('')
                clear()
                input.current?.focus()
              }}
            >
              <Icon name="close" />
            </button>
          ) : (
            canPaste && (
              <button type="button" className={`btn btn-line ${css.paste}`} onClick={() => void paste()}>
                <Icon name="paste" /> Paste
              </button>
            )
          )}
          <button
            type="submit"
            className={`btn btn-fill ${css.go}`}
            disabled={isLoading || text?.trim() === ''}
          >
            {isLoading ? 'Processing...' : 'Get formats'}
          </button>
        </div>
      </div>
      <SlotFoot id={`${id}foot`} state={state} platform={platform} />
    </form>
  )
}
