import { useEffect, useReducer, useRef } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { measure } from '../analytics.ts'
import { useBrand } from '../page-data.ts'
import { acceptFor } from './accept.ts'
import { fingerprint } from './fingerprint.ts'
import { advance, type DownloadState } from './machine.ts'
import { answerFault, failureWords } from './words.ts'

/** Platforms whose answers the page marks as what they are (specification, section 3). */
const marks: Record<string, Pick<VideoInfo, 'is_podcast' | 'platform'>> = {
  apple_podcasts: { is_podcast: true, platform: 'apple_podcasts' },
  soundcloud: { is_podcast: false, platform: 'soundcloud' },
  tunein: { is_podcast: true, platform: 'tunein' },
  playerfm: { is_podcast: true, platform: 'playerfm' },
  castbox: { is_podcast: true, platform: 'castbox' },
  xiaoyuzhou: { is_podcast: true, platform: 'xiaoyuzhou' },
}

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

  const run = async (url: string, item: number | undefined, signal: AbortSignal) => {
    try {
      const { extract } = await import('../api.ts')
      const answer = await extract(
        {
          tweet_url: url,
          browser_fingerprint: fingerprint(),
          user_consent: false,
          ...(platform && { platform: platform.id }),
          ...(item && { item }),
        },
        signal,
      )
      const fault = answerFault(answer, platform)
      if (fault) tell({ type: 'failed', message: fault })
      else tell({ type: 'answered', info: { ...answer, ...(platform && marks[platform.id]) } })
    } catch (cause) {
      if (signal.aborted) return
      console.error(cause)
      tell({ type: 'failed', message: failureWords(cause, platform) })
    }
  }

  return {
    state,
    submit(text, item) {
      const found = acceptFor(brand, text, platform)
      running.current?.abort()
      if (!found.ok) return tell({ type: 'refused', message: found.message })
      running.current = new AbortController()
      tell({ type: 'submitted', url: found.url })
      measure({ name: 'video_search', platform: platformOf(new URL(found.url))?.id ?? 'web' })
      void run(found.url, item, running.current.signal)
    },
    typed: () => tell({ type: 'typed' }),
    clear() {
      running.current?.abort()
      tell({ type: 'cleared' })
    },
  }
}
