import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { useBrand, usePageData } from '../../app/page-data.ts'
import { markClass } from '../../brand.ts'
import { loadedFormLogic, loadFormLogic, useFormLogic } from './load-form-logic.ts'
import { mayLeave } from '../result/use-warning.ts'
import type { Download } from '../use-download.ts'
import { useArrivingLinks } from './use-arriving-links.ts'
import { useSiteNotice } from './use-site-notice.ts'
import { Glyph, Icon } from '../../parts/icon.tsx'
import { FormStatus } from './form-status.tsx'
import css from './link-form.module.css'

type Props = {
  download: Download
  platform?: Platform
  /** The path to which the browser submits the form before hydration and without JavaScript. */
  action: string
  example?: string | undefined
  autoStart?: boolean
}

/** Returns the advice for a browser that does not let the page read the clipboard. */
const pasteHint = (): string => {
  if (matchMedia('(pointer: coarse)').matches) return 'Hold the field and choose Paste.'
  return `Press ${/Mac/.test(navigator.userAgent) ? '⌘V' : 'Ctrl+V'} to paste.`
}

function useStopKey(isLoading: boolean, onStop: () => void) {
  const stopNow = useEffectEvent(onStop)
  useEffect(() => {
    if (!isLoading) return
    const listen = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && stopNow()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isLoading])
}

/** The form. Its field is uncontrolled, so that hydration keeps text that the visitor has already typed. */
export function LinkForm({ download, platform, action, example = 'https://', autoStart = false }: Props) {
  const { state, answeredText, submit, showBusy, typed, clear, stop } = download
  const brand = useBrand()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // The text of the field. It is null before hydration: the submit button is then enabled, because the
  // browser itself can submit the form.
  const [text, setText] = useState<string | null>(null)
  const [canPaste, setCanPaste] = useState(true)
  const [hint, setHint] = useState<string | null>(null)
  const [isDragging, setIsDragging] = useState(false)
  const [isStopped, setIsStopped] = useState(false)
  const isLoading = state.step === 'loading'
  const hasFailed = state.step === 'failed'
  /** The text is no link that can be sent. What a site answers to a link does not make the link wrong. */
  const isWrong = hasFailed && state.url === undefined
  const [logic, loadLogic] = useFormLogic()
  const owner = text ? logic?.ownerOf(text) : undefined
  const notice = useSiteNotice(logic, owner ?? platform?.id)

  const write = (value: string) => {
    if (input.current) input.current.value = value
    setText(value)
    setHint(null)
    typed()
  }
  const empty = () => {
    if (!mayLeave()) return
    write('')
    clear()
    input.current?.focus()
  }
  const go = () => {
    if (mayLeave()) submit(input.current?.value ?? '')
  }
  const settle = async (arrived: string, starts: boolean, saves?: true) => {
    // If the visitor pastes a text with one "://", it is probably one link. The form then shows at once that
    // it is busy, because the chunk with the rules for links may load slowly.
    const isLikelyLink = starts && !loadedFormLogic() && arrived.split('://').length === 2
    if (isLikelyLink && !mayLeave()) return
    const busySignal = isLikelyLink ? showBusy(arrived) : null
    const shown = input.current?.value
    const rules = await loadFormLogic().catch(() => null)
    // While the chunk with the rules for links was loading, the visitor changed the text or pressed Escape.
    if (busySignal?.aborted || input.current?.value !== shown) return
    // The chunk with the rules for links could not be loaded. `submit` tries again, and shows a message if
    // this fails too.
    if (busySignal && !rules) return submit(arrived, { saves })
    const link = rules?.findLink(arrived)
    if (link && link !== shown) write(link)
    if (!link || !starts || !rules?.soleLink(brand, arrived, platform)) {
      if (busySignal) stop()
    } else if (isLikelyLink || mayLeave()) submit(link, { saves })
  }

  const { isForeign } = usePageData()
  useArrivingLinks(
    input,
    answeredText !== undefined,
    write,
    ({ text: arrived, starts, isAddressed, isShared }) => {
      // Another site must not start a request by opening this page with a link in the URL.
      const mayStart = !isAddressed || !isForeign
      const isAutomatic = isAddressed && autoStart && mayStart
      if (isAutomatic) submit(arrived, { saves: isShared || undefined })
      void settle(arrived, starts && mayStart && !isAutomatic, isShared || undefined)
    },
    setIsDragging,
  )
  useEffect(() => {
    setText(input.current?.value ?? '')
    setCanPaste('clipboard' in navigator && 'readText' in navigator.clipboard)
  }, [])
  // Disabling the field during a request removes the focus from it. The field gets the focus back after the
  // request has failed, and after the visitor has cancelled it with Escape.
  useEffect(() => {
    if (hasFailed || isStopped) input.current?.focus()
  }, [hasFailed, isStopped])
  useStopKey(isLoading, () => {
    setIsStopped(true)
    stop()
  })
  if (isLoading && isStopped) setIsStopped(false)
  const restored = state.step === 'done' ? state.url : null
  useEffect(() => {
    if (restored && input.current?.value === '') setText((input.current.value = restored))
  }, [restored])

  const paste = async () => {
    const pasted = await navigator.clipboard.readText().catch(() => null)
    input.current?.focus()
    if (!pasted?.trim()) return setHint(pasted === null ? pasteHint() : 'The clipboard has no text.')
    write(pasted.trim())
    await settle(pasted.trim(), true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') write('')
    // The submit button is disabled while the field is blank, so the browser would ignore Enter in a blank
    // field. This handler calls `go` instead, and `go` shows the message about the missing link.
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
      {/* The parameter `go` marks the URL of a submitted form. A URL with `url` but without `go` only fills
          in the field. */}
      <input type="hidden" name="go" value="1" />
      <div
        className={[css.slot, isWrong && css.wrong, isLoading && css.loading, isDragging && css.target]
          .filter(Boolean)
          .join(' ')}
      >
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
            placeholder={example}
            aria-describedby={`${id}foot`}
            aria-invalid={isWrong}
            disabled={isLoading}
            onInput={(event) => {
              loadLogic()
              setText(event.currentTarget.value)
              setHint(null)
              typed()
            }}
            onKeyDown={onKeyDown}
          />
          {text ? (
            <button type="button" className="icon-btn" aria-label="Clear link" onClick={empty}>
              <Icon name="close" />
            </button>
          ) : (
            canPaste && (
              // The button is disabled until hydration, because pasting needs a script.
              <button
                type="button"
                className={`btn btn-line ${css.paste}`}
                disabled={text === null}
                onClick={() => void paste()}
              >
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
      <FormStatus
        id={`${id}foot`}
        action={action}
        state={state}
        platform={platform}
        hint={isDragging ? 'Drop the link anywhere on this page.' : (hint ?? notice)}
        onNew={empty}
        onOther={({ link, platformId = null }) => submit(link, { ruleOf: platformId })}
      />
    </form>
  )
}
