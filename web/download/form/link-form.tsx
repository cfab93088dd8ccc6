import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { usePageData } from '../../app/page-data.ts'
import { markClass } from '../../brand.ts'
import { loadFormLogic, useFormLogic } from './load-form-logic.ts'
import type { Download } from '../use-download.ts'
import { useArrivingLinks } from './use-arriving-links.ts'
import { Glyph, Icon } from '../../parts/icon.tsx'
import { FormStatus } from './form-status.tsx'
import css from './link-form.module.css'

type Props = {
  download: Download
  platform?: Platform
  /** The path to which the browser submits the form before hydration and without JavaScript. */
  action: string
  /** Whether a valid link from the query of the URL is submitted without a press on the button. */
  autoStart?: boolean
}

/** The form. Its field is uncontrolled, so that hydration keeps text that was typed before it. */
export function LinkForm({ download, platform, action, autoStart = false }: Props) {
  const { state, answeredText, submit, typed, clear } = download
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // Null until hydration, because the buttons must also work before it.
  const [text, setText] = useState<string | null>(null)
  const [canPaste, setCanPaste] = useState(true)
  const isLoading = state.step === 'loading'
  const isWrong = state.step === 'failed'
  const [logic, loadLogic] = useFormLogic()
  const owner = text ? logic?.ownerOf(text) : undefined

  const write = (value: string) => {
    if (input.current) input.current.value = value
    setText(value)
    typed()
  }
  const go = () => submit(input.current?.value ?? '')

  const { isForeign } = usePageData()
  useArrivingLinks(
    input,
    answeredText !== undefined,
    write,
    (link) => autoStart && !isForeign && submit(link),
  )
  useEffect(() => {
    setText(input.current?.value ?? '')
    setCanPaste('clipboard' in navigator && 'readText' in navigator.clipboard)
  }, [])
  // The field is disabled while loading, which takes its focus away. A failure gives the focus back.
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])

  const paste = async () => {
    const pasted = await navigator.clipboard.readText().catch(() => '')
    const found = await loadFormLogic().catch(() => null)
    if (pasted.trim()) write(found?.findLink(pasted) ?? pasted.trim())
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') write('')
    // The disabled button blocks an implicit submit of a blank field, but Enter must show the message.
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
      onFocus={loadLogic}
      onPointerEnter={loadLogic}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <label className="vh" htmlFor={`${id}link`}>
        Link to a video, song or episode
      </label>
      {/* Marks the URL of a submitted form. A URL with only `url` fills in the field and submits nothing. */}
      <input type="hidden" name="go" value="1" />
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
            defaultValue={answeredText}
            placeholder="https://"
            aria-describedby={`${id}foot`}
            aria-invalid={isWrong}
            disabled={isLoading}
            onInput={(event) => {
              loadLogic()
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
      <FormStatus id={`${id}foot`} state={state} platform={platform} />
    </form>
  )
}
