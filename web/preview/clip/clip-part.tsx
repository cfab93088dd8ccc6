import { useTexts } from '../../app/texts.ts'
import { useEffect, useRef, useState } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import type { Clip } from '#contract/clip.ts'
import { Failure } from '#contract/failure.ts'
import { sayFailure } from '../../app/failure-words.ts'
import type { PreviewLink } from '../link.ts'
import { freshInfo } from '../refresh-link.ts'
import { Chapters } from './chapters.tsx'
import { clipLink } from './clip-link.ts'
import { ClipForm } from './clip-form.tsx'
import css from './clip.module.css'
import { logFault } from '../../log-fault.ts'

type Found = { step: 'looking' } | { step: 'found'; info: VideoInfo } | { step: 'failed'; message: string }

const messageOf = (cause: unknown) => sayFailure(Failure.from(cause))

/** The player that the visitor sees, not the one that stands by. */
const player = () =>
  document.querySelector<HTMLMediaElement>('main video:not([inert]), main :not([inert]) > audio')

function Opened({ link }: { link: PreviewLink }) {
  const texts = useTexts('preview').clip
  const [found, setFound] = useState<Found>({ step: 'looking' })
  const [isMaking, setIsMaking] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const making = useRef<AbortController>(null)
  useEffect(() => {
    const stop = new AbortController()
    freshInfo(link, stop.signal).then(
      (info) => setFound({ step: 'found', info }),
      async (cause: unknown) => {
        if (stop.signal.aborted) return
        const message = await messageOf(cause)
        if (!stop.signal.aborted) setFound({ step: 'failed', message })
      },
    )
    return () => stop.abort()
  }, [link])
  useEffect(() => () => making.current?.abort(), [])

  const save = (clip: Clip) => {
    making.current?.abort()
    const { signal } = (making.current = new AbortController())
    setIsMaking(true)
    setFault(null)
    clipLink(link, clip, signal).then(
      (address) => location.assign(address),
      async (cause: unknown) => {
        if (signal.aborted) return
        logFault(cause)
        const message = await messageOf(cause)
        if (signal.aborted) return
        setIsMaking(false)
        setFault(message)
      },
    )
  }
  const seek = (seconds: number) => {
    const element = player()
    if (!element) return
    element.currentTime = seconds
    element.focus()
  }

  if (found.step === 'looking') return <p role="status">{texts.looking}</p>
  if (found.step === 'failed') return <p role="alert">{found.message}</p>
  const { info } = found
  const duration = info.duration ?? null
  return (
    <>
      <ClipForm
        duration={duration}
        asked={link.asked}
        isMaking={isMaking}
        onSave={save}
        now={() => player()?.currentTime ?? 0}
      />
      {fault && <p role="alert">{fault}</p>}
      <Chapters
        chapters={info.chapters ?? []}
        duration={duration}
        isMaking={isMaking}
        onSeek={seek}
        onSave={save}
      />
    </>
  )
}

/** Only MP4 can hide the pictures between the place where it is cut and the wanted start. */
const startsEarly = ({ filename }: PreviewLink) => !/\.mp4$/i.test(filename)

/** Not for a clip, whose player shows other times than the item. */
export function ClipPart({ link }: { link: PreviewLink }) {
  const texts = useTexts('preview').clip
  const [isOpen, setIsOpen] = useState(false)
  const ofPicture = startsEarly(link) ? texts.early : texts.picture
  if (!link.source_url || link.isPicture || link.clip || link.target?.kind === 'refused') return null
  return (
    <section className={css.part} aria-labelledby="clip">
      <h2 id="clip">{texts.title}</h2>
      <p className={css.note}>{link.is_audio ? texts.sound : ofPicture}</p>
      {isOpen ? (
        <Opened link={link} />
      ) : (
        <button type="button" className="btn btn-line" onClick={() => setIsOpen(true)}>
          {texts.open}
        </button>
      )}
    </section>
  )
}
