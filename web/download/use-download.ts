import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useLocation } from 'react-router'
import type { VideoInfo } from '#contract/api.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { measure } from '../privacy/analytics.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import type { AnsweredForm } from './form/answer-form.ts'
import { loadedFormLogic, loadFormLogic, type FormLogic } from './form/load-form-logic.ts'
import { forgetResult, keepResult, keptResult } from './kept-result.ts'
import { loadResult } from './result/load-result.tsx'
import { advance, type DownloadState } from './machine.ts'

type SubmitOptions = {
  /** One item of a post that has several, from 1. */
  item?: number
  /**
   * The id of the platform whose rule applies. Null: the rule of the home page. Default: that of the page.
   */
  ruleOf?: string | null
}

export type Download = {
  state: DownloadState
  /** The submitted text, if this document is the answer to a form submit. */
  answeredText: string | undefined
  submit: (text: string, options?: SubmitOptions) => void
  typed: () => void
  clear: () => void
  /** Aborts the running request. The text stays. */
  stop: () => void
}

/** The form that this document answers. Undefined after a change of page. */
function useAnsweredForm(): AnsweredForm | undefined {
  const { form } = usePageData()
  // The first location has the key "default". The router gives later locations other keys.
  return useLocation().key === 'default' ? form : undefined
}

/**
 * The state of a download form and its request. A new request aborts the previous one.
 */
export function useDownload(platform: Platform | undefined): Download {
  const brand = useBrand()
  const answered = useAnsweredForm()
  const [state, tell] = useReducer(advance, answered?.state ?? { step: 'idle' })
  const running = useRef<AbortController>(null)
  const lastOptions = useRef<SubmitOptions>({})
  useEffect(() => () => running.current?.abort(), [])

  const restore = useEffectEvent(() => {
    if (answered?.state.step === 'done') return keepResult(answered.state.url, answered.state.info)
    const kept = keptResult()
    if (!kept) return
    // If the chunk of the panel cannot be loaded, the page stays as it is.
    loadResult().then(
      () => tell({ type: 'restored', url: kept.url, info: kept.info }),
      (cause: unknown) => console.warn(cause),
    )
  })
  useEffect(() => restore(), [])

  const show = (url: string, info: VideoInfo) => {
    keepResult(url, info)
    tell({ type: 'answered', info })
  }

  const run = async (logic: FormLogic, text: string, options: SubmitOptions, signal: AbortSignal) => {
    const { item, ruleOf } = options
    const rule = ruleOf === undefined ? platform : ruleOf === null ? undefined : logic.platformById(ruleOf)
    const found = logic.acceptFor(brand, text, rule)
    if (!found.ok)
      return tell({
        type: 'refused',
        message: found.message,
        other: rule && logic.otherPage(brand, text, rule),
      })
    tell({ type: 'submitted', url: found.url })
    measure({ name: 'video_search', platform: logic.ownerOf(found.url) ?? 'web' })
    // The chunk of the panel loads while the request runs.
    const panel = loadResult().then(
      () => true,
      (cause: unknown) => console.error(cause),
    )
    const answer = await logic.requestFormats(found.url, rule, item, signal)
    const hasPanel = await panel
    if (signal.aborted) return
    if ('fault' in answer) tell({ type: 'failed', message: answer.fault })
    else if (hasPanel) show(found.url, answer.info)
    else tell({ type: 'failed', message: pageFailures.part_missing })
  }

  const loadAndRun = async (text: string, options: SubmitOptions, signal: AbortSignal) => {
    // The text is not validated yet, but the press must have a visible effect at once.
    tell({ type: 'submitted', url: text })
    const logic = await loadFormLogic().catch((cause: unknown) => console.error(cause))
    if (signal.aborted) return
    if (logic) await run(logic, text, options, signal)
    else tell({ type: 'refused', message: pageFailures.part_missing })
  }

  return {
    state,
    answeredText: answered?.text,
    submit(text, options = {}) {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      forgetResult()
      // Another item of the same post follows the same rule.
      if (options.item === undefined) lastOptions.current = options
      const all = { ...lastOptions.current, ...options }
      const logic = loadedFormLogic()
      const request = logic ? run(logic, text, all, signal) : loadAndRun(text, all, signal)
      request.catch((cause: unknown) => {
        if (!signal.aborted) console.error(cause)
      })
    },
    typed: () => tell({ type: 'typed' }),
    clear() {
      running.current?.abort()
      forgetResult()
      tell({ type: 'cleared' })
    },
    stop() {
      running.current?.abort()
      tell({ type: 'stopped' })
    },
  }
}
