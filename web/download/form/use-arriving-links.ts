import { useEffect, useEffectEvent, type RefObject } from 'react'
import { loadFormLogic } from './load-form-logic.ts'

/** The query parameters that can fill in the form. The share menu of phones sends `text` and `title`. */
const PARAMETERS = ['url', 'text', 'title', 'go']

const isInField = (event: Event) =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null

/**
 * Fills in the form with links from outside its field: from the query of the URL, a drop on the page, or a
 * paste outside of fields. The key "/" focuses the field.
 * @param isAnswered whether the server has already answered the link of the URL
 * @param onAddressed called with the link of the URL
 */
export function useArrivingLinks(
  input: RefObject<HTMLInputElement | null>,
  isAnswered: boolean,
  write: (text: string) => void,
  onAddressed: (text: string) => void,
) {
  // Replaces a pasted message by its link once the rules are loaded, unless the text has changed.
  const shorten = useEffectEvent(async (text: string) => {
    const logic = await loadFormLogic().catch(() => null)
    const link = logic?.findLink(text)
    if (link && link !== text && input.current?.value === text) write(link)
  })
  const arrive = useEffectEvent((text: string | undefined) => {
    if (!text?.trim() || input.current?.disabled) return
    write(text.trim())
    input.current?.focus()
    void shorten(text.trim())
  })

  const readAddress = useEffectEvent(() => {
    const address = new URL(location.href)
    // A share menu sends `text` instead of `url` when the link is part of a message.
    const given = address.searchParams.get('url') || address.searchParams.get('text')
    if (given === null && !address.searchParams.has('go')) return
    for (const name of PARAMETERS) address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    if (isAnswered || given === null) return
    arrive(given)
    onAddressed(given)
  })
  useEffect(() => readAddress(), [])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isInField(event)) return
        event.preventDefault()
        input.current?.focus()
      },
      { signal },
    )
    document.addEventListener(
      'paste',
      (event) => {
        if (isInField(event)) return
        // `arrive` focuses the field, into which the browser would paste the text a second time.
        event.preventDefault()
        arrive(event.clipboardData?.getData('text/plain'))
      },
      { signal },
    )
    document.addEventListener('dragover', (event) => !isInField(event) && event.preventDefault(), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        if (isInField(event)) return
        event.preventDefault()
        arrive(event.dataTransfer?.getData('text/uri-list') || event.dataTransfer?.getData('text/plain'))
      },
      { signal },
    )
    return () => stop.abort()
  }, [input])
}
