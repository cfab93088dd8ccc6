import { useEffect, useRef, useState } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { useBrand, usePageData } from '../../app/page-data.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { mayLeave } from '../result/use-warning.ts'
import type { Download } from '../use-download.ts'
import { withSharedBefore } from './handed-link.ts'
import { loadedFormLogic, loadFormLogic } from './load-form-logic.ts'
import { useAddressedLink, useLinkFromOutside, type Arrival } from './use-arriving-links.ts'

/** Returns the advice for a browser that does not let the page read the clipboard. */
function usePasteHint(): () => string {
  const { holdToPaste, pressToPaste } = useTexts('ui').form
  const say = useSay()
  return () =>
    matchMedia('(pointer: coarse)').matches
      ? holdToPaste
      : say(pressToPaste, { keys: /Mac/.test(navigator.userAgent) ? '⌘V' : 'Ctrl+V' })
}

/** The text of the field, which is uncontrolled, so that hydration keeps text that is already typed. */
export function useLinkText(download: Download, platform: Platform | undefined, autoStart: boolean) {
  const { state, answeredText, submit, showBusy, typed, clear, stop } = download
  const brand = useBrand()
  const texts = useTexts('ui').form
  const pasteHint = usePasteHint()
  const isInList = state.step === 'links'
  const mayLeaveFile = () => isInList || mayLeave(texts.leave)
  const { isForeign } = usePageData()
  const input = useRef<HTMLInputElement>(null)
  // Null before hydration: the submit button is then enabled, because the browser itself can submit the form.
  const [text, setText] = useState<string | null>(null)
  const [hint, setHint] = useState<string | null>(null)
  const [isDragging, setIsDragging] = useState(false)

  const note = (value: string) => {
    setText(value)
    setHint(null)
    typed()
  }
  const write = (value: string) => {
    // A field of one line would join the last word of a line to the first of the next.
    const line = value.replaceAll('\n', ' ')
    if (input.current) input.current.value = line
    note(line)
  }
  const empty = () => {
    if (!mayLeaveFile()) return
    write('')
    if (!isInList) clear()
    input.current?.focus()
  }
  const go = () => {
    if (mayLeaveFile()) submit(input.current?.value ?? '')
  }
  const settle = async (arrived: string, starts: boolean, saves?: true) => {
    // If the visitor pastes a text with one "://", it is probably one link. The form then shows at once that
    // it is busy, because the chunk with the rules for links may load slowly.
    const isLikelyLink = starts && !loadedFormLogic() && arrived.split('://').length === 2
    if (isLikelyLink && !mayLeaveFile()) return
    const busySignal = isLikelyLink ? showBusy(arrived) : null
    const shown = input.current?.value
    const rules = await loadFormLogic().catch(() => null)
    // While the chunk with the rules for links was loading, the visitor changed the text or pressed Escape.
    if (busySignal?.aborted || input.current?.value !== shown) return
    // The chunk with the rules for links could not be loaded. `submit` tries again, and shows a message if
    // this fails too.
    if (busySignal && !rules) return submit(arrived, { saves })
    const isSeveral = starts && rules !== null && rules.linksIn(arrived).links.length > 1
    if (isSeveral || (isInList && starts)) return mayLeaveFile() ? submit(arrived, { saves }) : undefined
    const link = rules?.findLink(arrived)
    if (link && link !== shown) write(link)
    if (!link || !starts || !rules?.soleLink(brand, arrived, platform)) {
      if (busySignal) stop()
    } else if (isLikelyLink || mayLeaveFile()) submit(link, { saves })
  }
  const paste = async () => {
    const pasted = await navigator.clipboard.readText().catch(() => null)
    input.current?.focus()
    if (!pasted?.trim()) return setHint(pasted === null ? pasteHint() : texts.emptyClipboard)
    write(pasted.trim())
    await settle(pasted.trim(), true)
  }

  const receive = ({ text: arrived, starts, isAddressed, isShared }: Arrival) => {
    if (!arrived?.trim() || input.current?.disabled) return
    const link = isShared ? withSharedBefore(arrived.trim()) : arrived.trim()
    write(link)
    input.current?.focus()
    // Another site must not start a request by opening this page with a link in the URL.
    const mayStart = !isAddressed || !isForeign
    const saves = isShared || undefined
    const isAutomatic = isAddressed && autoStart && mayStart
    if (isAutomatic) submit(link, { saves })
    void settle(link, starts && mayStart && !isAutomatic, saves)
  }
  useAddressedLink(answeredText !== undefined, receive)
  useLinkFromOutside(input, receive, setIsDragging)
  useEffect(() => setText(input.current?.value ?? ''), [])
  const turn = isInList ? state.turn : null
  useEffect(() => {
    // The links stand in the rows, and the field takes more.
    if (turn !== null && input.current) setText((input.current.value = ''))
  }, [turn])
  const restored = state.step === 'done' ? state.url : null
  useEffect(() => {
    if (restored && input.current?.value === '') setText((input.current.value = restored))
  }, [restored])

  return { input, text, hint, isDragging, note, write, empty, go, paste }
}
