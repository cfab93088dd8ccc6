import { useEffect, useReducer, useRef } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { measure } from '../privacy/analytics.ts'
import { useBrand } from '../app/page-data.ts'
import { loadWork, workAtHand, type Work } from './load-form-logic.ts'
import { advance, type DownloadState } from './machine.ts'

export type Download = {
  state: DownloadState
  /** Takes a pasted text; `item` chooses one of a post with several. */
  submit: (text: string, item?: number) => void
  typed: () => void
  clear: () => void
}

/** A downloader's life: one request at a time, the newest wins. */
export function useDownload(platform?: Platform): Download {
  const brand = useBrand()
  const [state, tell] = useReducer(advance, { step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (work: Work, text: string, item: number | undefined, signal: AbortSignal) => {
    const found = work.acceptFor(brand, text, platform)
    if (!found.ok) return tell({ type: 'refused', message: found.message })
    tell({ type: 'submitted', url: found.url })
    measure({ name: 'video_search', platform: work.ownerOf(found.url) ?? 'web' })
    const answer = await work.findFormats(found.url, platform, item, signal)
    if (signal.aborted) return
    tell(
      'fault' in answer ? { type: 'failed', message: answer.fault } : { type: 'answered', info: answer.info },
    )
  }

  const fetchAndRun = async (text: string, item: number | undefined, signal: AbortSignal) => {
    // Nothing is known of the text yet, but the press must be seen.
    tell({ type: 'submitted', url: text })
    const work = await loadWork().catch((cause: unknown) => console.error(cause))
    if (signal.aborted) return
    if (work) await run(work, text, item, signal)
    else tell({ type: 'refused', message: pageFailures.part_missing })
  }

  return {
    state,
    submit(text, item) {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      const work = workAtHand()
      const life = work ? run(work, text, item, signal) : fetchAndRun(text, item, signal)
      // Being called off is the only way it ends badly.
      life.catch((cause: unknown) => signal.aborted || console.error(cause))
    },
    typed: () => tell({ type: 'typed' }),
    clear() {
      running.current?.abort()
      tell({ type: 'cleared' })
    },
  }
}
