import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { markClass } from '../../brand.ts'
import { useFormLogic } from './load-form-logic.ts'
import type { Download } from '../use-download.ts'
import { useLinkText } from './use-link-text.ts'
import { useSiteNotice } from './use-site-notice.ts'
import { useTexts } from '../../app/texts.ts'
import { Glyph, Icon } from '../../parts/icon.tsx'
import { LINK_FIELD } from '../../parts/link-field.ts'
import { useDevice } from '../../parts/use-device.ts'
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

const canReadClipboard = () => 'clipboard' in navigator && 'readText' in navigator.clipboard

/** Escape cancels the request. */
function useStopKey(isLoading: boolean, onStop: () => void) {
  const stopNow = useEffectEvent(onStop)
  useEffect(() => {
    if (!isLoading) return
    const listen = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && stopNow()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isLoading])
}

/**
 * Disabling the field during a request removes the focus from it. The field gets the focus back after the
 * request has failed, and after the visitor has cancelled it with Escape.
 */
function useFocusBack(input: RefObject<HTMLInputElement | null>, { state, stop }: Download) {
  const [isStopped, setIsStopped] = useState(false)
  const isLoading = state.step === 'loading'
  const hasFailed = state.step === 'failed'
  useStopKey(isLoading, () => {
    setIsStopped(true)
    stop()
  })
  if (isLoading && isStopped) setIsStopped(false)
  useEffect(() => {
    if (hasFailed || isStopped) input.current?.focus()
  }, [hasFailed, isStopped, input])
}

export function LinkForm({ download, platform, action, example = 'https://', autoStart = false }: Props) {
  const texts = useTexts('ui').form
  const { state, answeredText, submit } = download
  const { input, text, hint, isDragging, note, write, empty, go, paste } = useLinkText(
    download,
    platform,
    autoStart,
  )
  const id = useId()
  const canPaste = useDevice(canReadClipboard, true)
  const isLoading = state.step === 'loading'
  /** The text is no link that can be sent. What a site answers to a link does not make the link wrong. */
  const isWrong = state.step === 'failed' && state.url === undefined
  const [logic, loadLogic] = useFormLogic()
  const owner = text ? logic?.ownerOf(text) : undefined
  const notice = useSiteNotice(logic, owner ?? platform?.id)
  useFocusBack(input, download)

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
      <label className="vh" htmlFor={LINK_FIELD}>
        {texts.label}
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
            id={LINK_FIELD}
            name="url"
            type="text"
            inputMode="url"
            dir="ltr"
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
              note(event.currentTarget.value)
            }}
            onKeyDown={onKeyDown}
          />
          {text ? (
            <button type="button" className="icon-btn" aria-label={texts.clear} onClick={empty}>
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
                <Icon name="paste" /> {texts.paste}
              </button>
            )
          )}
          <button
            type="submit"
            className={`btn btn-fill ${css.go}`}
            disabled={isLoading || text?.trim() === ''}
          >
            {isLoading ? texts.busy : texts.submit}
          </button>
        </div>
      </div>
      <FormStatus
        id={`${id}foot`}
        action={action}
        state={state}
        platform={platform}
        hint={isDragging ? texts.drop : (hint ?? notice)}
        onNew={empty}
        onAgain={go}
        onOther={({ link, platformId = null }) => submit(link, { ruleOf: platformId })}
      />
    </form>
  )
}
