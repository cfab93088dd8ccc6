import { memo, useState, type ReactNode } from 'react'
import type { Format } from '#contract/api.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { durationText, siteName } from '../content/display.ts'
import { choiceOf, shortSizeOf } from '../download/format-name.ts'
import { Gauge } from '../download/result/gauge.tsx'
import { ItemButton } from '../download/result/item-form.tsx'
import { Icon } from '../parts/icon.tsx'
import { useIsLive } from '../parts/use-device.ts'
import type { Row, RowState } from './row.ts'
import css from './rows.module.css'

export type RowActions = {
  pick: (ids: readonly string[], isPicked: boolean) => void
  show: (row: Row) => void
  save: (id: string) => void
  again: (id: string) => void
  setOwn: (id: string, key: string) => void
  remove: (id: string) => void
}

type Props = {
  row: Row
  state: RowState | undefined
  format: Format | null
  /** What the row may be saved as instead. */
  choices: readonly Format[]
  isPicked: boolean
  isShown: boolean
  isTile: boolean
  hasPictures: boolean
  actions: RowActions
}

const ICONS = { video: 'play', audio: 'sound', image: 'picture' } as const

/** As the texts name it. */
export const kindOfRow = ({ kind }: Pick<Row, 'kind'>): 'video' | 'audio' | 'image' | 'item' => kind ?? 'item'

function Picture({ row }: { row: Row }) {
  const [isMissing, setIsMissing] = useState(false)
  return row.thumbnail_url && !isMissing ? (
    <img
      src={row.thumbnail_url}
      alt=""
      width="320"
      height="320"
      loading="lazy"
      decoding="async"
      onError={() => setIsMissing(true)}
    />
  ) : (
    <Icon name={ICONS[row.kind ?? 'video']} />
  )
}

function Check({
  row,
  name,
  isPicked,
  actions,
}: Pick<Props, 'row' | 'isPicked' | 'actions'> & { name: string }) {
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
      <i>
        <Icon name="check" />
      </i>
    </label>
  )
}

type ChoiceProps = Pick<Props, 'row' | 'format' | 'choices' | 'actions'> & { name: string }

function Choice({ row, name, format, choices, actions }: ChoiceProps) {
  const { formatOf } = useTexts('tray')
  const say = useSay()
  const figures = useFigures()
  const isLive = useIsLive()
  if (!format || !isLive) return null
  const textOf = (one: Format) => [choiceOf(one), shortSizeOf(one, figures)].filter(Boolean).join(', ')
  if (choices.length < 2) return <small className={css.facts}>{textOf(format)}</small>
  return (
    <select
      className={css.choice}
      aria-label={say(formatOf, { title: name })}
      value={format.key}
      onChange={({ currentTarget }) => actions.setOwn(row.id, currentTarget.value)}
    >
      {choices.map((one) => (
        <option key={one.key} value={one.key}>
          {textOf(one)}
        </option>
      ))}
    </select>
  )
}

type StateProps = Pick<Props, 'row' | 'actions'> & { state: RowState; name: string }

function State({ row, state, name, actions }: StateProps) {
  const texts = useTexts('tray')
  const { saved, tryAgain } = useTexts('result').run
  const say = useSay()
  switch (state.step) {
    case 'waiting':
      return <span className={css.note}>{texts.queued}</span>
    case 'reading':
      return <span className={css.note}>{texts.reading}</span>
    case 'saving':
      return (
        <span
          className={css.ruler}
          role="progressbar"
          aria-label={say(texts.saving, { title: name })}
          {...(state.percent !== null && { 'aria-valuenow': Math.floor(state.percent) })}
        >
          <Gauge at={state.percent} />
        </span>
      )
    case 'saved':
      return (
        <span className={`${css.note} ${css.saved}`}>
          <Icon name="check" /> {saved}
        </span>
      )
    case 'failed':
      return (
        <span className={`${css.note} ${css.failed}`}>
          <Icon name="warning" /> <span>{state.reason}</span>{' '}
          {state.isRetryable && (
            <button type="button" className={css.again} onClick={() => actions.again(row.id)}>
              {tryAgain}
              <span className="vh">: {name}</span>
            </button>
          )}
        </span>
      )
  }
}

/** Shows an item of a list, or opens a pasted link on a page of its own. */
function Open({
  row,
  name,
  isTile,
  isShown,
  actions,
}: Pick<Props, 'row' | 'isTile' | 'isShown' | 'actions'> & { name: string }) {
  const { show, showNamed } = useTexts('result').items
  const { open } = useTexts('tray')
  const say = useSay()
  const item = String(row.index)
  const label = isTile ? say(show[kindOfRow(row)], { item }) : say(showNamed, { item, title: name })
  const words = <span className="vh">{!row.isPasted ? label : say(open, { title: name })}</span>
  if (!row.isPasted)
    return (
      <ItemButton
        className={isTile ? css.picture : 'icon-btn'}
        item={row.index}
        isShown={isShown}
        onItem={() => actions.show(row)}
      >
        {isTile ? <Picture key={row.thumbnail_url} row={row} /> : <Icon name="next" />}
        {words}
      </ItemButton>
    )
  return (
    <button type="button" className="icon-btn" onClick={() => actions.show(row)}>
      <Icon name="next" />
      {words}
    </button>
  )
}

function Act({ row, state, name, actions }: Pick<Props, 'row' | 'state' | 'actions'> & { name: string }) {
  const { saveNamed } = useTexts('result').items
  const { remove } = useTexts('tray')
  const say = useSay()
  const isLive = useIsLive()
  if (!isLive) return null
  const isLost = row.isPasted && (state?.step === 'failed' || row.items !== undefined)
  return isLost ? (
    <button type="button" className="icon-btn" onClick={() => actions.remove(row.id)}>
      <Icon name="close" />
      <span className="vh">{say(remove, { title: name })}</span>
    </button>
  ) : (
    <button type="button" className={`icon-btn ${css.save}`} onClick={() => actions.save(row.id)}>
      <Icon name="save" />
      <span className="vh">{say(saveNamed, { title: name })}</span>
    </button>
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

/** A press on the text ticks a row, the arrow shows it, and the other key saves it alone. */
export const RowView = memo(function RowView({ row, state, isTile, hasPictures, ...more }: Props) {
  const { item, pick, pickItem } = useTexts('result').items
  const say = useSay()
  const facts = useFactsOf(row)
  const number = String(row.index)
  const name = row.title ?? (!row.isPasted ? say(item, { item: number }) : row.link)
  const isKnown = row.title !== null && !isTile
  const ticking = isKnown || row.isPasted ? say(pick, { title: name }) : say(pickItem, { item: number })
  const { actions, isShown, isPicked } = more
  const kinds = [
    isTile ? css.tile : css.row,
    row.isPasted && css.pasted,
    isPicked && !isTile && css.picked,
    isShown && !isTile && css.shown,
  ]
  return (
    <li className={kinds.filter(Boolean).join(' ')}>
      {isTile && <Open row={row} name={name} isTile isShown={isShown} actions={actions} />}
      <Check row={row} name={ticking} isPicked={isPicked} actions={actions} />
      {isTile && (
        <span className={css.number} aria-hidden="true">
          {row.index}
        </span>
      )}
      {isTile && row.duration ? <span className={css.badge}>{durationText(row.duration)}</span> : null}
      {!isTile && hasPictures && (
        <span className={css.small}>
          <Picture key={row.thumbnail_url} row={row} />
        </span>
      )}
      {!isTile && (
        <div className={css.text}>
          <label className={css.what} htmlFor={`item-${row.index}`}>
            <b dir="auto">{name}</b>
            <small className={css.facts}>{facts}</small>
          </label>
          <Choice row={row} name={name} format={more.format} choices={more.choices} actions={actions} />
          {state && <State row={row} state={state} name={name} actions={actions} />}
        </div>
      )}
      {isTile && state && (
        <span className={css.over}>
          <State row={row} state={state} name={name} actions={actions} />
        </span>
      )}
      {!isTile && <Open row={row} name={name} isTile={false} isShown={isShown} actions={actions} />}
      {!isTile && <Act row={row} state={state} name={name} actions={actions} />}
    </li>
  )
})
