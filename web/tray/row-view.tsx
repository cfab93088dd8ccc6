import { memo, type ReactNode } from 'react'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { durationText, siteName } from '../content/display.ts'
import { Icon } from '../parts/icon.tsx'
import { useIsLive } from '../parts/use-device.ts'
import type { Row } from './row.ts'
import { Act, Choice, Open, Picture, State, type RowProps } from './row-parts.tsx'
import css from './rows.module.css'

const TICK = (
  <i>
    <Icon name="check" />
  </i>
)

function Check({
  row,
  name,
  isPicked,
  actions,
}: Pick<RowProps, 'row' | 'isPicked' | 'actions'> & { name: string }) {
  const isLive = useIsLive()
  if (!isLive || row.items !== undefined) return <span className={css.check} />
  return (
    <label className={css.check}>
      <input
        id={`item-${row.index}`}
        type="checkbox"
        aria-label={name}
        checked={isPicked}
        onChange={(event) => actions.pick([row.id], event.target.checked)}
      />
      {TICK}
    </label>
  )
}

function useFactsOf(row: Row): ReactNode[] {
  const { list } = useTexts('tray')
  const say = useSay()
  const figures = useFigures()
  return [
    row.isPasted && URL.canParse(row.link) && <span key="site">{siteName(row.link)}</span>,
    row.items !== undefined && <span key="items">{say(list, { n: row.items })}</span>,
    row.date && <span key="date">{figures.shortDay(row.date)}</span>,
    row.duration ? <span key="duration">{durationText(row.duration)}</span> : null,
  ]
}

type BodyProps = Omit<RowProps, 'isPicked' | 'isTile'>

function useNameOf(row: Row): string {
  const { item } = useTexts('result').items
  const say = useSay()
  return row.title ?? (!row.isPasted ? say(item, { item: String(row.index) }) : row.link)
}

const TileBody = memo(function TileBody({ row, state, actions }: BodyProps) {
  const name = useNameOf(row)
  return (
    <>
      <span className={css.number} aria-hidden="true">
        {row.index}
      </span>
      {row.duration ? <span className={css.badge}>{durationText(row.duration)}</span> : null}
      {state && (
        <span className={css.over}>
          <State row={row} state={state} name={name} actions={actions} />
        </span>
      )}
    </>
  )
})

const RowBody = memo(function RowBody({ row, state, hasPictures, isShown, actions, ...more }: BodyProps) {
  const name = useNameOf(row)
  const facts = useFactsOf(row)
  return (
    <>
      {hasPictures && (
        <span className={css.small}>
          <Picture key={row.thumbnail_url} row={row} />
        </span>
      )}
      <div className={css.text}>
        <label className={css.what} htmlFor={`item-${row.index}`}>
          <b dir="auto">{name}</b>
          <small className={css.facts}>{facts}</small>
        </label>
        <Choice row={row} name={name} format={more.format} choices={more.choices} actions={actions} />
        {state && <State row={row} state={state} name={name} actions={actions} />}
      </div>
      <Open row={row} name={name} isTile={false} isShown={isShown} actions={actions} />
      <Act row={row} state={state} name={name} actions={actions} />
    </>
  )
})

/**
 * A press on the text ticks a row, the arrow shows it, and the other key saves it alone. Hundreds may be
 * ticked at once, so a tick renders no body.
 */
export const RowView = memo(function RowView({ isPicked, isTile, ...body }: RowProps) {
  const { pick, pickItem } = useTexts('result').items
  const say = useSay()
  const { row, isShown, actions } = body
  const name = useNameOf(row)
  const isKnown = row.title !== null && !isTile
  const ticking =
    isKnown || row.isPasted ? say(pick, { title: name }) : say(pickItem, { item: String(row.index) })
  const kinds = [
    isTile ? css.tile : css.row,
    row.isPasted && css.pasted,
    isPicked && !isTile && css.picked,
    isShown && !isTile && css.shown,
  ]
  const Body = isTile ? TileBody : RowBody
  return (
    <li className={kinds.filter(Boolean).join(' ')}>
      {isTile && <Open row={row} name={name} isTile isShown={isShown} actions={actions} />}
      <Check row={row} name={ticking} isPicked={isPicked} actions={actions} />
      <Body {...body} />
    </li>
  )
})
