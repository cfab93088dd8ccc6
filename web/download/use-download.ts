import { useEffect, useReducer, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Platform } from '#contract/platforms/platform.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { measure } from '../privacy/analytics.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import type { AnsweredForm } from './form/answer-form.ts'
import { loadedFormLogic, loadFormLogic, type FormLogic } from './form/load-form-logic.ts'
import { loadResult } from './result/load-result.tsx'
import { advance, type DownloadState } from './machine.ts'

export type Download = {
  state: DownloadState
  /** The submitted text, if this document is the answer to a form submit. */
  answeredText: string | undefined
  /** Submits a text. `item` selects one item of a post that has several. */
  submit: (text: string, item?: number) => void
  typed: () => void
  clear: () => void
}

/** The form that this document answers. Undefined after a change of page. */
function useAnsweredForm(): AnsweredForm | undefined {
  const { form } = usePageData()
  // The first location has the key "default". The router gives later locations other keys.
  return useLocation().key === 'default' ? form : undefined
}

/** The state of a download form and its request. A new request aborts the previous one. */
export function useDownload(platform?: Platform): Download {
  const brand = useBrand()
  const answered = useAnsweredForm()
  const [state, tell] = useReducer(advance, answered?.state ?? { step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (logic: FormLogic, text: string, item: number | undefined, signal: AbortSignal) => {
    const found = logic.acceptFor(brand, text, platform)
    if (!found.ok) return tell({ type: 'refused', message: found.message })
    tell({ type: 'submitted', url: found.url })
    measure({ name: 'video_search', platform: logic.ownerOf(found.url) ?? 'web' })
    // The chunk of the panel loads while the request runs.
    const panel = loadResult().then(
      () => true,
      (cause: unknown) => console.error(cause),
    )
    const answer = await logic.requestFormats(found.url, platform, item, signal)
    const hasPanel = await panel
    if (signal.aborted) return
    if ('fault' in answer) tell({ type: 'failed', message: answer.fault })
    else if (hasPanel) tell({ type: 'answered', info: answer.info })
    else tell({ type: 'failed', message: pageFailures.part_missing })
  }

  const loadAndRun = async (text: string, item: number | undefined, signal: AbortSignal) => {
    // The text is not validated yet, but the press must have a visible effect at once.
    tell({ type: 'submitted', url: text })
    const logic = await loadFormLogic().catch((cause: unknown) => console.error(cause))
    if (signal.aborted) return
    if (logic) await run(logic, text, item, signal)
    else tell({ type: 'refused', message: pageFailures.part_missing })
  }

  return {
    state,
    answeredText: answered?.text,
    submit(text, item) {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      const logic = loadedFormLogic()
      const request = logic ? run(logic, text, item, signal) : loadAndRun(text, item, signal)
      request.catch((cause: unknown) => {
        if (!signal.aborted) console.error(cause)
      })
    },
    typed: () => tell({ type: 'typed' }),
    clear() {
      running.current?.abort()
      tell({ type: 'cleared' })
    },
  }
}
