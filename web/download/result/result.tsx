import { useSay, useTexts } from '../../app/texts.ts'
import { useEffect, useRef } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { isClosedList } from '../../tray/item-names.ts'
import { InstallHint } from './install-hint.tsx'
import { OneItem } from './one-item.tsx'
import css from './panel.module.css'
import { Post } from './post.tsx'
import { ResultLink } from './result-link.tsx'

export { Links } from '../../tray/links.tsx'

const SCROLL_TO_RESULT_MS = 500

type Props = {
  info: VideoInfo
  link: string
  fault?: string | undefined
  isLoading: boolean
  saves: boolean
  onItem: (item: number) => void
  /** More of a list is known. */
  onInfo: (info: VideoInfo) => void
}

export function Result({ info, link, fault, isLoading, saves, onItem, onInfo }: Props) {
  const panel = useRef<HTMLElement>(null)
  const texts = useTexts('result')
  const say = useSay()
  const count = info.formats.length
  const fallback = info.error ?? ''
  const itemFault = info.part
    ? say(texts.itemFailed, { item: String(info.part.index), fault: fallback })
    : fallback
  // If none of the first items of a list could be extracted, the response has no formats, and the panel shows
  // the error of the response. The visitor can then select one of the other items.
  const message = fault ?? (count > 0 ? null : itemFault)

  const isList = (info.entries?.length ?? 0) > 1

  useEffect(() => {
    const timer = setTimeout(() => {
      const { current } = panel
      // Of a panel that is higher than the window the beginning counts.
      const isHigh = (current?.clientHeight ?? 0) > innerHeight
      current?.scrollIntoView({ behavior: 'smooth', block: isHigh ? 'start' : 'nearest' })
    }, SCROLL_TO_RESULT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={css.sheet} ref={panel} aria-labelledby="result">
      <p className="vh" role="status">
        {count > 0 && !isClosedList(info) && say(texts.found, { n: count, title: info.title })}
      </p>
      <p role="alert" className={message ? css.notice : undefined}>
        {message}
      </p>
      {isList ? (
        <Post key={link} info={info} link={link} isLoading={isLoading} onItem={onItem} onInfo={onInfo} />
      ) : (
        <OneItem key={info.part?.index ?? 0} info={info} saves={saves} />
      )}
      <ResultLink info={info} />
      <InstallHint />
    </section>
  )
}
