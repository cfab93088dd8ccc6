import type { Figures } from '#texts/figures.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { useEffect, useState } from 'react'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { useIsLive } from '../../parts/use-device.ts'
import { Dock } from './dock.tsx'
import { Facts } from './head.tsx'
import { hasOwnTitles } from './item-names.ts'
import { Grid, Rows } from './items.tsx'
import { More } from './more.tsx'
import { OneItem } from './one-item.tsx'
import panel from './panel.module.css'
import css from './post.module.css'
import { ShownItem } from './shown-item.tsx'
import { usePicker } from './use-batch.ts'
import { useSizes } from './use-sizes.ts'
import { mayLeave } from './use-warning.ts'

type Words = { texts: Parts['result']['items']; say: Say; figures: Figures }

/** Such as "8 pictures and 2 videos"; null if the kind of an item is unknown. */
function kindsText(entries: readonly Entry[], isPodcast: boolean, { texts, say }: Words): string | null {
  if (entries.some(({ kind }) => kind === null)) return null
  const names = {
    video: texts.videos,
    audio: isPodcast ? texts.episodes : texts.tracks,
    image: texts.pictures,
  }
  const counts = Map.groupBy(entries, ({ kind }) => names[kind!])
  return [...counts].map(([name, { length }]) => say(name, { n: length })).join(', ')
}

/** Some sites do not report how many items a list has. */
function countText({ entries = [], part, is_podcast }: VideoInfo, words: Words): string {
  const { texts, say, figures } = words
  const [n, total] = [entries.length, part?.total ?? null]
  if (total === n) return kindsText(entries, is_podcast, words) ?? say(texts.count, { n })
  return total === null
    ? say(texts.first, { n })
    : say(texts.firstOf, { listed: figures.number(n), n: total })
}

type Props = { info: VideoInfo; link: string; isLoading: boolean; onItem: (item: number) => void }

const heading = () => document.getElementById('result')

/** What the first item is called names only that one. */
const asWhole = (info: VideoInfo): VideoInfo => ({ ...info, title: info.list_title ?? info.title })

/** A post, list or show with several items: each can be shown and saved, and several together. */
export function Post({ info, link, isLoading, onItem }: Props) {
  const { entries = [], part, formats } = info
  const isLive = useIsLive()
  const { leave } = useTexts('ui').form
  const words = { texts: useTexts('result').items, say: useSay(), figures: useFigures() }
  const picker = usePicker(info, link)
  const [asked, setAsked] = useState<number | null>(null)
  const [photoIndex, setPhotoIndex] = useState<number | null>(null)
  const isShow = hasOwnTitles(entries)
  const photo = entries.find(({ index }) => index === photoIndex)
  /** Only the size of a picture, or of the item that is shown, costs no extraction. */
  const areCheap = entries.every(({ index, picture }) => picture || index === part?.index)
  const isAsked = ({ index }: Entry) =>
    index === photoIndex ||
    (picker.state.step !== 'saving' && (picker.picked.size > 0 ? picker.picked.has(index) : areCheap))
  const sizeOf = useSizes(info, link, entries.filter(isAsked), picker.wanted)
  const shown = (isLoading ? asked : null) ?? photoIndex ?? part?.index
  const show = (item: number) => {
    const hasPicture = entries.some(({ index, picture }) => index === item && picture)
    const isNew = !hasPicture && (item !== part?.index || formats.length === 0)
    // Another item ends what is made of the shown one. A picture is shown in front of it.
    if (isNew && !mayLeave(leave, picker.state.step === 'saving' ? 1 : 0)) return
    setAsked(item)
    setPhotoIndex(hasPicture ? item : null)
    if (isNew) onItem(item)
    if (!isShow) return
    // In a list the item appears at the top, which may be far away.
    heading()?.closest('section')?.scrollIntoView({ behavior: 'smooth' })
    heading()?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // The form is disabled during the request, so its field has lost the focus.
    if (document.activeElement === document.body) heading()?.focus({ preventScroll: true })
  }, [])
  const hasShown = formats.length > 0 || photo !== undefined
  const items = { entries, link, picker, shown: hasShown || isLoading ? shown : undefined, onShow: show }
  return isShow ? (
    <>
      {formats.length > 0 ? (
        <OneItem key={part?.index} info={info} />
      ) : (
        <div className={`${panel.top} ${panel.plain}`}>
          <Facts info={info} />
        </div>
      )}
      <p className={css.count}>{countText(info, words)}</p>
      <Rows {...items} />
      {isLive && <Dock picker={picker} entries={entries} sizeOf={sizeOf} />}
    </>
  ) : (
    <>
      <div className={`${panel.top} ${panel.plain}`}>
        <Facts info={asWhole(info)}>{countText(info, words)}</Facts>
      </div>
      {info.notice && <p className={panel.notice}>{info.notice}</p>}
      <div className={css.pick}>
        {hasShown && (
          <ShownItem info={info} photo={photo} picker={picker} sizeOf={sizeOf} isLoading={isLoading} />
        )}
        <Grid {...items} />
      </div>
      {isLive && <Dock picker={picker} entries={entries} sizeOf={sizeOf} />}
      {formats.length > 0 && !photo && <More info={info} isRunning={false} />}
    </>
  )
}
