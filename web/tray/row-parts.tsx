import { useState } from 'react'
import type { Format } from '#contract/api.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
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

export type RowProps = {
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

export function Picture({ row }: { row: Row }) {
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

type ChoiceProps = Pick<RowProps, 'row' | 'format' | 'choices' | 'actions'> & { name: string }

export function Choice({ row, name, format, choices, actions }: ChoiceProps) {
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

type StateProps = Pick<RowProps, 'row' | 'actions'> & { state: RowState; name: string }

export function State({ row, state, name, actions }: StateProps) {
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
export function Open({
  row,
  name,
  isTile,
  isShown,
  actions,
}: Pick<RowProps, 'row' | 'isTile' | 'isShown' | 'actions'> & { name: string }) {
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

export function Act({
  row,
  state,
  name,
  actions,
}: Pick<RowProps, 'row' | 'state' | 'actions'> & { name: string }) {
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
