import { useEffect, useEffectEvent, type RefObject } from 'react'
import { takeHandedLink } from './handed-link.ts'

const PARAMETERS = ['url', 'text', 'title', 'go']

export type Arrival = {
  text: string | undefined
  starts: boolean
  /** Whether it stood in the address of the page. */
  isAddressed?: boolean
  isShared?: boolean
}

const isInField = (event: Event) =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null

const hasSeveralLinks = (text = '') => text.split('://').length > 2

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Takes a link out of the address of the page. */
export function useAddressedLink(isAnswered: boolean, onArrived: (arrival: Arrival) => void) {
  const read = useEffectEvent(() => {
    const address = new URL(location.href)
    // A share menu sends `text` instead of `url` if the link is part of a message.
    const given = address.searchParams.get('url') || address.searchParams.get('text')
    if (given === null && !address.searchParams.has('go')) return
    const isShared = isInstalled() && (address.searchParams.has('text') || address.searchParams.has('title'))
    for (const name of PARAMETERS) address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    if (isAnswered || given === null) return
    onArrived({ text: given, starts: isShared || takeHandedLink() === given, isAddressed: true, isShared })
  })
  useEffect(() => read(), [])
}

/** Takes a link that is pasted or dropped anywhere on the page. `/` moves into the field. */
export function useLinkFromOutside(
  input: RefObject<HTMLInputElement | null>,
  onArrived: (arrival: Arrival) => void,
  onDragging: (isDragging: boolean) => void,
) {
  const arrive = useEffectEvent((text: string | undefined) => onArrived({ text, starts: true }))
  const drag = useEffectEvent(onDragging)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      listener: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, listener, { signal })
    on('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isInField(event)) return
      event.preventDefault()
      input.current?.focus()
    })
    on('paste', (event) => {
      // A paste that replaces the whole text of the link field also submits the pasted link, like a paste
      // outside of all fields.
      const { current: field } = input
      const isWhole = field?.selectionStart === 0 && field.selectionEnd === field.value.length
      const text = event.clipboardData?.getData('text/plain')
      if (isInField(event) && !(event.target === field && (isWhole || hasSeveralLinks(text)))) return
      // `arrive` writes the text into the link field. Without `preventDefault`, the browser would also insert
      // the text.
      event.preventDefault()
      arrive(text)
    })
    on('dragover', (event) => {
      if (isInField(event)) return
      event.preventDefault()
      drag(true)
    })
    on('dragleave', (event) => event.relatedTarget === null && drag(false))
    on('drop', (event) => {
      drag(false)
      if (isInField(event)) return
      event.preventDefault()
      const data = event.dataTransfer
      arrive(data?.getData('text/uri-list') || data?.getData('text/plain'))
    })
    return () => stop.abort()
  }, [input])
}
