import type { Figures } from '#texts/figures.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { useIsLive } from '../../parts/use-device.ts'
import { Dock } from '../../tray/dock.tsx'
import { Find } from '../../tray/find.tsx'
import { hasOwnTitles, isClosedList } from '../../tray/item-names.ts'
import { MoreProblem, NextItems } from '../../tray/next-items.tsx'
import type { Row } from '../../tray/row.ts'
import { Rows } from '../../tray/rows.tsx'
import { askedOf, sizeOf, useReading } from '../../tray/sizes.ts'
import { useMore } from '../../tray/use-more.ts'
import { usePostTray } from '../../tray/use-post-tray.ts'
import { Facts, ListHead } from './head.tsx'
import { ItemForm } from './item-form.tsx'
import { More } from './more.tsx'
import { OneItem } from './one-item.tsx'
import panel from './panel.module.css'
import css from './post.module.css'
import { ShownItem } from './shown-item.tsx'
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

/** From this many items on, a list can be searched. */
const SEARCHED = 10

type Props = {
  info: VideoInfo
  link: string
  isLoading: boolean
  onItem: (item: number) => void
  onInfo: (info: VideoInfo) => void
}

const heading = () => document.getElementById('result')

/** What the first item is called names only that one. */
const asWhole = (info: VideoInfo): VideoInfo => ({ ...info, title: info.list_title ?? info.title })

/** A post, list or show with several items: each can be shown and saved, and several together. */
export function Post({ info, link, isLoading, onItem, onInfo }: Props) {
  const { entries = [], part, formats } = info
  const isLive = useIsLive()
  const { leave } = useTexts('ui').form
  const words = { texts: useTexts('result').items, say: useSay(), figures: useFigures() }
  const { tray, view, save, asZip, setAsZip } = usePostTray(info, link)
  const more = useMore(info, link, onInfo)
  const [asked, setAsked] = useState<number | null>(null)
  const [photoIndex, setPhotoIndex] = useState<number | null>(null)
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search).trim().toLowerCase()
  const isShow = hasOwnTitles(entries)
  const isOpen = formats.length > 0 && !isClosedList(info)
  const photo = view.rows.find(({ index }) => index === photoIndex)
  const shown = (isLoading ? asked : null) ?? photoIndex ?? part?.index
  useReading(tray, askedOf(view, shown === undefined ? null : String(shown), photo !== undefined))

  const show = ({ index }: Row) => {
    const hasPicture = entries.some((entry) => entry.index === index && entry.picture)
    // A list of own titles shows no item before one is chosen.
    const isThere = index === part?.index && formats.length > 0 && (!isShow || part.chosen)
    const isNew = !hasPicture && !isThere
    // Another item ends what is made of the shown one. A picture is shown in front of it.
    if (isNew && !mayLeave(leave, view.run ? 1 : 0)) return
    setAsked(index)
    setPhotoIndex(hasPicture ? index : null)
    if (isNew) onItem(index)
    if (!isShow) return
    // In a list the item appears at the top, which may be far away.
    heading()?.closest('section')?.scrollIntoView({ behavior: 'smooth' })
    heading()?.focus({ preventScroll: true })
  }
  useEffect(() => {
    // The form is disabled during the request, so its field has lost the focus.
    if (document.activeElement === document.body) heading()?.focus({ preventScroll: true })
  }, [])

  const hasShown = isOpen || photo !== undefined
  const actions = {
    pick: tray.pick,
    show,
    save: (id: string) => save([id], false),
    again: (id: string) => (view.run || view.ended?.failed.includes(id) ? save([id], false) : tray.retry(id)),
    setOwn: tray.setOwn,
    remove: () => undefined,
  }
  const byId = new Map(view.rows.map((row) => [row.id, row]))
  const listed = more.entries.flatMap(({ index }) => byId.get(String(index)) ?? [])
  const found = listed.filter(({ title }) => sought === '' || title?.toLowerCase().includes(sought))
  const rows = (
    <ItemForm link={link}>
      <Rows
        key={String(more.isReversed)}
        view={view}
        rows={found}
        actions={actions}
        shown={hasShown || isLoading ? shown : undefined}
        isTiled={!isShow}
        label={words.texts.title}
      />
      {more.next !== null && sought === '' && <NextItems more={more} isDisabled={isLoading} />}
    </ItemForm>
  )
  const dock = isLive && <Dock tray={tray} view={view} asZip={asZip} onAsZip={setAsZip} onSave={save} />
  if (!isShow)
    return (
      <>
        <div className={`${panel.top} ${panel.plain}`}>
          <Facts info={asWhole(info)}>{countText(info, words)}</Facts>
        </div>
        {info.notice && <p className={panel.notice}>{info.notice}</p>}
        <div className={css.pick}>
          {hasShown && (
            <ShownItem
              info={info}
              photo={photo}
              size={photo ? sizeOf(view, [photo]) : null}
              onSave={actions.save}
              isLoading={isLoading}
            />
          )}
          {rows}
        </div>
        {dock}
        {formats.length > 0 && !photo && <More info={info} isRunning={false} />}
      </>
    )
  return (
    <>
      {isOpen ? (
        <>
          <OneItem key={part?.index} info={info} />
          <p className={css.count}>{countText(info, words)}</p>
        </>
      ) : (
        <ListHead info={info}>{countText(info, words)}</ListHead>
      )}
      {isLive && entries.length > SEARCHED && (
        <Find
          rows={listed}
          found={found}
          search={search}
          onSearch={setSearch}
          onPick={(ids) => tray.pick(ids, true)}
          more={more}
        />
      )}
      {rows}
      <MoreProblem more={more} />
      {dock}
    </>
  )
}
