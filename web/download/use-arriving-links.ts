import { useEffect, useEffectEvent, type RefObject } from 'react'
import { loadWork } from './load-form-logic.ts'

/** Links that come from elsewhere: the address bar, a drop on the page, a paste outside of fields; and "/" for the field. */
export function useArrivingLinks(
  input: RefObject<HTMLInputElement | null>,
  write: (text: string) => void,
  onAddressed: (text: string) => void,
) {
  // The link alone in place of the message around it, once the rules are here and if nobody has typed meanwhile.
  const shorten = useEffectEvent(async (text: string) => {
    const work = await loadWork().catch(() => null)
    const link = work?.findLink(text)
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
    // `text` is what a phone's share sheet sends when the link stands inside a message.
    const given = address.searchParams.get('url') || address.searchParams.get('text')
    if (given === null) return
    for (const name of ['url', 'text', 'title']) address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    arrive(given)
    onAddressed(given)
  })
  useEffect(() => readAddress(), [])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const isInField = (event: Event) =>
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
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
      (event) => !isInField(event) && arrive(event.clipboardData?.getData('text/plain')),
      {
        signal,
      },
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
