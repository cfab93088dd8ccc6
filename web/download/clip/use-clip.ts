import { useEffect, useRef, useState } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { clipText, isInside, type Clip } from '#contract/clip.ts'
import { Failure } from '#contract/failure.ts'
import { sayFailure } from '../../app/failure-words.ts'
import { logFault } from '../../log-fault.ts'

const FIRST_SECONDS = 10

export type ClipControl = {
  isOpen: boolean
  clip: Clip
  /** Null: nothing is open, or the times are no part of the item. */
  chosen: Clip | null
  isPreparing: boolean
  problem: string | null
  setOpen: (isOpen: boolean) => void
  choose: (clip: Clip) => void
  /** The same format as a part of the item, with the formats that it belongs to. */
  prepare: (format: Format, onReady: (info: VideoInfo, format: Format) => void) => void
}

/** What the pasted link asks for, or else the beginning. */
function firstClip({ asked, duration }: VideoInfo): Clip {
  const [, from, to] = /^([\d.]{1,10})-([\d.]{0,10})$/.exec(asked ?? '') ?? []
  const most = duration ?? Infinity
  const start = Number(from) < most ? Number(from) : 0
  const end = Number(to) > start ? Number(to) : start + FIRST_SECONDS
  return { start, end: Math.min(end, most) }
}

export function useClip(info: VideoInfo): ClipControl {
  const [isOpen, setOpen] = useState(false)
  const [clip, choose] = useState(() => firstClip(info))
  const [isPreparing, setPreparing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const prepare: ClipControl['prepare'] = (format, onReady) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setPreparing(true)
    setProblem(null)
    const ask = async () => {
      const { extract } = await import('../../api.ts')
      const answer = await extract(
        {
          tweet_url: info.source_url,
          clip,
          item: info.part?.index,
          subtitles: info.with_subtitles ?? undefined,
        },
        signal,
      )
      const same = answer.formats.find(({ key }) => key === `${format.key}@${clipText(clip)}`)
      if (!same) throw new Failure('format_gone')
      setPreparing(false)
      onReady({ ...info, formats: answer.formats, clip: answer.clip }, same)
    }
    ask().catch(async (cause: unknown) => {
      if (signal.aborted) return
      logFault(cause)
      const words = await sayFailure(Failure.from(cause))
      if (signal.aborted) return
      setPreparing(false)
      setProblem(words)
    })
  }
  const isPart = isInside(clip, info.duration ?? null)
  return {
    isOpen,
    clip,
    chosen: isOpen && isPart ? clip : null,
    isPreparing,
    problem,
    setOpen,
    choose,
    prepare,
  }
}
