import { useEffect, useEffectEvent, type RefObject } from 'react'
import { takeHandedLink } from './handed-link.ts'

const PARAMETERS = ['url', 'text', 'title', 'go']

type Arrival = {
  text: string
  starts: boolean
  isAddressed: boolean
  isShared: boolean
}

const isInField = (event: Event) =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

export function useArrivingLinks(
  input: RefObject<HTMLInputElement | null>,
  isAnswered: boolean,
  write: (text: string) => void,
  onArrived: (arrival: Arrival) => void,
  onDragging: (isDragging: boolean) => void,
) {
  const arrive = useEffectEvent(
    (text: string | undefined, starts: boolean, isAddressed = false, isShared = false) => {
      if (!text?.trim() || input.current?.disabled) return
      write(text.trim())
      input.current?.focus()
      onArrived({ text: text.trim(), starts, isAddressed, isShared })
    },
  )

  const readAddress = useEffectEvent(() => {
    const address = new URL(location.href)
    // A share menu sends `text` instead of `url` if the link is part of a message.
    const given = address.searchParams.get('url') || address.searchParams.get('text')
    if (given === null && !address.searchParams.has('go')) return
    const isShared = isInstalled() && (address.searchParams.has('text') || address.searchParams.has('title'))
    for (const name of PARAMETERS) address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    if (isAnswered || given === null) return
    arrive(given, isShared || takeHandedLink() === given, true, isShared)
  })
  useEffect(() => readAddress(), [])

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
      if (isInField(event) && !(event.target === field && isWhole)) return
      // `arrive` writes the text into the link field. Without `preventDefault`, the browser would also insert
      // the text.
      event.preventDefault()
      arrive(event.clipboardData?.getData('text/plain'), true)
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
      arrive(data?.getData('text/uri-list') || data?.getData('text/plain'), true)
    })
    return () => stop.abort()
  }, [input])
}
