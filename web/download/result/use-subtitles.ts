import { useRef, useState } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { sayFailure } from '../../app/failure-words.ts'
import { Unreached } from '../../unexpected-answer.ts'
import { extract } from '../../api.ts'
import { renewResult } from '../kept-result.ts'
import { logFault } from '../../log-fault.ts'

export type SubtitleControl = {
  /** Empty: the videos have no subtitles inside. */
  chosen: string
  isLoading: boolean
  problem: string | null
  choose: (text: string) => void
}

type State = Omit<SubtitleControl, 'choose'> & { of: VideoInfo; info: VideoInfo }

/** Asks again for the formats, because a ticket names the subtitles that go into its file. */
export function useSubtitles(found: VideoInfo): { info: VideoInfo; control: SubtitleControl } {
  const first = found.with_subtitles ?? ''
  const plain: State = { of: found, info: found, chosen: first, isLoading: false, problem: null }
  const [kept, setState] = useState(plain)
  const running = useRef<AbortController>(null)
  const state = kept.of === found ? kept : plain
  const show = (info: VideoInfo, chosen: string) => {
    setState({ ...plain, chosen, info })
    renewResult(info)
  }

  const choose = (chosen: string) => {
    running.current?.abort()
    if (chosen === first) return show(found, first)
    running.current = new AbortController()
    const { signal } = running.current
    setState({ ...plain, chosen, isLoading: true })
    extract(
      {
        tweet_url: found.source_url,
        ...(chosen && { subtitles: chosen }),
        ...(found.part && { item: found.part.index }),
      },
      signal,
    ).then(
      ({ formats, with_subtitles }) => show({ ...found, formats, with_subtitles }, chosen),
      async (cause: unknown) => {
        if (signal.aborted) return
        logFault(cause)
        const known = cause instanceof Failure ? cause : new Unreached(false, cause)
        const problem = await sayFailure(known)
        if (!signal.aborted) setState({ ...plain, problem })
      },
    )
  }
  const { info, of: _, ...shown } = state
  return { info, control: { ...shown, choose } }
}
