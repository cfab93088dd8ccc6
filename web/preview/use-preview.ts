import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useSay, useTexts } from '../app/texts.ts'
import { addressBar, type LinkPlace } from './link-place.ts'
import type { PreviewLink } from './link.ts'
import { advance, fileOf, initialState, type PreviewState } from './machine.ts'
import { PreviewWork, type Opener } from './preview-work.ts'
import { useSaveWhenReady, type SaveWhenReady } from './save-when-ready.ts'
import { useDelayed, type Delayed } from './use-delayed.ts'
import { useIsOnline } from './use-is-online.ts'

export type Preview = {
  state: PreviewState
  /** Null until React has hydrated the page, because only the browser knows the fragment. */
  link: PreviewLink | null
  /** The id of the place to which `state` and `link` belong. */
  openedId: string | null
  isOnline: boolean
  /** Looks a media link up again; starts or repeats the merge of a ticket. */
  make: () => void
  keepWaiting: () => void
  cancel: () => void
  /** The visitor can undo it for five seconds. */
  deletion: Delayed
  saving: SaveWhenReady
  unplayable: () => void
  countdownEnded: () => void
  refreshStale: (formatKey: string | null) => void
}

/** @param rendered the link as the server rendered it, without its fragment */
export function usePreview(rendered: PreviewLink, opener: Opener, place: LinkPlace = addressBar): Preview {
  const [opened, setOpened] = useState<{ link: PreviewLink; id: string | null } | null>(null)
  const { starting } = useTexts('result').run
  const { faults, status } = useTexts('preview')
  const words = { faults, status, starting, say: useSay() }
  const [state, dispatch] = useReducer(
    advance,
    { startsMerge: rendered.target?.kind === 'ticket', isForeign: opener.isForeign, starting },
    initialState,
  )
  const [work] = useState(
    () => new PreviewWork(opener, { dispatch, onLink: (link, id) => setOpened({ link, id }) }, words),
  )
  const link = opened?.link ?? null
  const isOnline = useIsOnline()
  const saving = useSaveWhenReady(link?.saves ?? false, link !== null)
  const deletion = useDelayed(() => {
    const file = fileOf(state)
    if (file) work.delete(file)
  })

  const start = useEffectEvent(() => work.start(place))
  useEffect(() => {
    if (place.id === null) return
    start()
    return () => work.stop()
  }, [place.id, work])

  const make = () => link && work.make(link, place)
  const keepWaiting = () => {
    if (state.step !== 'failed') return
    if (state.isOffline) make()
    else if (state.waitsFor) work.waitFor(state.waitsFor, place)
  }
  const goOn = useEffectEvent(keepWaiting)
  useEffect(() => {
    const back = () => goOn()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])

  return {
    state,
    link,
    openedId: opened?.id ?? null,
    isOnline,
    make,
    keepWaiting,
    cancel: () => state.step === 'processing' && work.cancel(state.taskId),
    deletion,
    saving,
    unplayable: () => work.unplayable(link, state, place),
    countdownEnded: () => dispatch({ type: 'countdown_ended' }),
    refreshStale: (formatKey) => link && work.refreshStale(link, formatKey, place),
  }
}
