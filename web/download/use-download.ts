import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useLocation } from 'react-router'
import type { VideoInfo } from '#contract/api.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { paths } from '#contract/paths.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import { useTexts } from '../app/texts.ts'
import type { AnsweredForm } from './form/answer-form.ts'
import { loadedFormLogic, loadFormLogic, type FormLogic } from './form/load-form-logic.ts'
import type { SubmitOptions } from './form/search.ts'
import { keptId, LINKS_ID, setKeptId } from './kept-id.ts'
import { loadResult } from './result/load-result.tsx'
import { advance, type DownloadState } from './machine.ts'

export type Download = {
  state: DownloadState
  /** The submitted text, if the browser submitted the form without JavaScript or before hydration. */
  answeredText: string | undefined
  submit: (text: string, options?: SubmitOptions) => void
  /**
   * Shows the form as busy while the caller finds out whether to submit `text`. The caller must then call
   * `submit` or `stop`. If the visitor cancels first, the returned signal is aborted, and the caller must
   * call neither.
   */
  showBusy: (text: string) => AbortSignal
  /** Exchanges the info of the result that is shown. */
  renew: (info: VideoInfo) => void
  typed: () => void
  clear: () => void
  /** Aborts the running request. The text stays in the field. */
  stop: () => void
}

const listOf = (state: DownloadState, { item }: SubmitOptions) =>
  item !== undefined && state.step === 'done' ? state.info : undefined

/**
 * If this document is the response to a form that the browser submitted without JavaScript or before
 * hydration, returns the submitted text and its result. Otherwise, and after the visitor opens another page,
 * returns undefined.
 */
function useAnsweredForm(): AnsweredForm | undefined {
  const { form } = usePageData()
  // `form` belongs only to the first page of this document, which the server rendered. React Router gives the
  // location of this page the key "default". The location of every later page has another key.
  return useLocation().key === 'default' ? form : undefined
}

type Kept = { url: string; info: VideoInfo; ruleOf?: string | null | undefined }

/** Finds the result, or the links, that belong to this entry of the browser history. */
function useKeptResult(
  answered: AnsweredForm | undefined,
  onFound: (kept: Kept) => void,
  onLinks: () => void,
) {
  const restore = useEffectEvent(async () => {
    const id = keptId()
    const done = answered?.state.step === 'done' ? answered.state : null
    if (!done && id === null) return
    if (id === LINKS_ID) return loadResult().then(onLinks)
    const [{ keepResult, keptResult }] = await Promise.all([import('./kept-result.ts'), loadResult()])
    if (done) return keepResult(done.url, done.info)
    const kept = keptResult()
    if (kept?.id === id) onFound(kept)
  })
  useEffect(() => {
    // If a chunk that `restore` needs fails to load, the page still opens, but no result is restored or
    // stored.
    restore().catch((cause: unknown) => console.warn(cause))
  }, [])
}

/** A new request aborts the previous one. */
export function useDownload(platform: Platform | undefined): Download {
  const brand = useBrand()
  const { faults } = useTexts('ui')
  const answered = useAnsweredForm()
  const [state, tell] = useReducer(advance, answered?.state ?? { step: 'idle' })
  const running = useRef<AbortController>(null)
  const lastOptions = useRef<SubmitOptions>({})
  useEffect(() => () => running.current?.abort(), [])

  useKeptResult(
    answered,
    ({ url, info, ruleOf }) => {
      lastOptions.current = { ruleOf }
      tell({ type: 'restored', url, info })
    },
    () => tell({ type: 'gathered', text: '' }),
  )

  /** What is pasted while several links are shown joins them. */
  const isInList = state.step === 'links'

  /** Aborts the running request. Returns a signal for a new request. */
  const renew = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const run = (logic: FormLogic, text: string, options: SubmitOptions, signal: AbortSignal) =>
    logic.search(
      { brand, faults, platform, text, ...options, from: listOf(state, options), isInList },
      tell,
      signal,
    )

  const loadAndRun = async (text: string, options: SubmitOptions, signal: AbortSignal) => {
    // The text is not validated yet, but the page must react to the submit at once.
    if (!isInList) tell({ type: 'submitted', url: text })
    const logic = await loadFormLogic().catch((cause: unknown) => console.error(cause))
    if (signal.aborted) return
    if (logic) await run(logic, text, options, signal)
    else {
      // `navigator.onLine` is not read: behind a VPN it is false in some browsers although the network works.
      const isReachable = await fetch(paths.config).then(
        () => true,
        () => false,
      )
      tell({ type: 'refused', message: isReachable ? faults.part_missing : faults.no_network })
    }
  }

  return {
    state,
    answeredText: answered?.text,
    submit(text, options = {}) {
      const signal = renew()
      // A request without `item` is for a new link. It replaces `lastOptions`, and removes the old result
      // from the history entry. If the visitor selects an item of the current post or list, the request has
      // `item`. Such a request uses the rules that applied to the post or list (`lastOptions.ruleOf`). Until
      // the result of the item arrives, the old result stays on the page and in the history entry.
      if (options.item === undefined && !isInList) {
        setKeptId(undefined)
        lastOptions.current = { ruleOf: options.ruleOf }
      }
      const all = { ...lastOptions.current, ...options }
      const logic = loadedFormLogic()
      const request = logic ? run(logic, text, all, signal) : loadAndRun(text, all, signal)
      request.catch((cause: unknown) => {
        if (!signal.aborted) console.error(cause)
      })
    },
    showBusy(text) {
      const signal = renew()
      tell({ type: 'submitted', url: text })
      return signal
    },
    renew: (info) => tell({ type: 'renewed', info }),
    typed: () => tell({ type: 'typed' }),
    clear() {
      running.current?.abort()
      setKeptId(undefined)
      tell({ type: 'cleared' })
    },
    stop() {
      running.current?.abort()
      tell({ type: 'stopped' })
    },
  }
}
