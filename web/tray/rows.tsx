import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Format } from '#contract/api.ts'
import { MAX_LISTED } from '#contract/limits.ts'
import { useTexts } from '../app/texts.ts'
import { picksOf } from '../download/choice/best-pick.ts'
import { qualitiesOf } from '../download/choice/qualities.ts'
import type { Row } from './row.ts'
import type { RowActions } from './row-parts.tsx'
import { RowView } from './row-view.tsx'
import css from './rows.module.css'
import { formatOf, type TrayView } from './view.ts'

const none: readonly Format[] = []
/** By the formats of an item, or by one format that stands before them. */
const known = new WeakMap<object, readonly Format[]>()

/** The same object for the same key, so that only rows that change are rendered again. */
function kept(key: object, make: () => readonly Format[]): readonly Format[] {
  const choices = known.get(key) ?? make()
  known.set(key, choices)
  return choices
}

function qualitiesOfAll(formats: readonly Format[]): readonly Format[] {
  const picks = picksOf(formats, null)
  if (!picks) return none
  const { best, other } = picks
  return [...qualitiesOf(formats, best), ...(other ? qualitiesOf(formats, other) : [])]
}

/** @param format what the row is saved as */
function choicesOf(formats: readonly Format[], format: Format): readonly Format[] {
  const choices = kept(formats, () => qualitiesOfAll(formats))
  return choices.includes(format) ? choices : kept(format, () => [format, ...choices])
}

/** Actions that stay the same object. */
function useStable(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<RowActions>(() => ({
    pick: (ids, isPicked) => latest.current.pick(ids, isPicked),
    show: (row) => latest.current.show(row),
    save: (id) => latest.current.save(id),
    again: (id) => latest.current.again(id),
    setOwn: (id, key) => latest.current.setOwn(id, key),
    remove: (id) => latest.current.remove(id),
  }))
  return stable
}

/** The end of the rows is near below the window, or has been passed by a jump. */
const NEAR = '1000000px 0px 1500px'

/** Stands below the rows while there are more. */
function MoreBelow({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) near()
      },
      { rootMargin: NEAR },
    )
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}

type Props = {
  view: TrayView
  /** Those that are found, in the order in which they are shown. */
  rows: readonly Row[]
  actions: RowActions
  /** The number of the item that is shown. */
  shown?: number | undefined
  isTiled?: boolean
  label: string
  children?: ReactNode
}

/** The pasted links, or the items of a post, list or show. Pictures of a post stand as tiles. */
export function Rows({ view, rows, actions, shown, isTiled = false, label }: Props) {
  const stable = useStable(actions)
  const hasPictures = rows.some(({ thumbnail_url, isPasted }) => isPasted || thumbnail_url)
  // A list may have a thousand rows, and a change of all of them must not stop the page.
  const [limit, setLimit] = useState(MAX_LISTED)
  const near = rows.slice(0, limit)
  const listClass = near.length > MAX_LISTED ? `${css.rows} ${css.long}` : css.rows
  const { noneFound } = useTexts('result').items
  return (
    <>
      <ol className={isTiled ? css.tiles : listClass} aria-label={label}>
        {near.map((row) => {
          const facts = view.facts.get(row.id)
          const format = row.items === undefined ? formatOf(view, row.id) : null
          const formats = facts && 'formats' in facts ? facts.formats : none
          return (
            <RowView
              key={row.id}
              row={row}
              state={view.states.get(row.id)}
              format={format}
              choices={format ? choicesOf(formats, format) : none}
              isPicked={view.picked.has(row.id)}
              isShown={row.index === shown}
              isTile={isTiled}
              hasPictures={hasPictures}
              actions={stable}
            />
          )
        })}
      </ol>
      {limit < rows.length && <MoreBelow key={limit} onNear={() => setLimit(limit + MAX_LISTED)} />}
      {rows.length === 0 && <p className={css.none}>{noneFound}</p>}
    </>
  )
}
