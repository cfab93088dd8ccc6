import { useState, type ReactNode } from 'react'
import type { Entry } from '#contract/api.ts'
import { durationText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { ItemButton, ItemForm } from './item-form.tsx'
import css from './items.module.css'
import type { Picker } from './use-batch.ts'

const KINDS = { video: 'video', audio: 'audio', image: 'picture' } as const
const ICONS = { video: 'play', audio: 'sound', image: 'picture' } as const
export const kindText = ({ kind }: Entry): string => (kind ? KINDS[kind] : 'item')

type CheckProps = { entry: Entry; picker: Picker; name: string; id?: string }

function Check({ entry, picker, name, id }: CheckProps) {
  const isLive = useIsLive()
  return isLive ? (
    <label className={css.check}>
      <input
        id={id}
        type="checkbox"
        aria-label={`Pick ${name}`}
        checked={picker.picked.has(entry.index)}
        onChange={(event) => picker.pick([entry.index], event.target.checked)}
      />
      <i>
        <Icon name="check" />
      </i>
    </label>
  ) : (
    <span className={css.check} />
  )
}

function Tile({ entry }: { entry: Entry }) {
  const [isMissing, setIsMissing] = useState(false)
  return entry.thumbnail_url && !isMissing ? (
    <img
      src={entry.thumbnail_url}
      alt=""
      width="320"
      height="320"
      loading="lazy"
      decoding="async"
      onError={() => setIsMissing(true)}
    />
  ) : (
    <Icon name={ICONS[entry.kind ?? 'video']} />
  )
}

type Props = {
  entries: readonly Entry[]
  link: string
  picker: Picker
  shown: number | undefined
  onShow: (item: number) => void
}

/** A press on a picture shows it, a tick picks it. */
export function Grid({ entries, link, picker, shown, onShow }: Props) {
  return (
    <ItemForm link={link}>
      <ol className={css.grid} aria-label="Items">
        {entries.map((entry) => (
          <li key={entry.index} className={css.tile}>
            <ItemButton item={entry.index} isShown={entry.index === shown} onItem={onShow}>
              <Tile key={entry.thumbnail_url} entry={entry} />
              <span className="vh">
                Show item {entry.index}, {kindText(entry)}
              </span>
            </ItemButton>
            <span className={css.number} aria-hidden="true">
              {entry.index}
            </span>
            <Check entry={entry} picker={picker} name={`item ${entry.index}`} />
            {entry.duration ? <span className={css.badge}>{durationText(entry.duration)}</span> : null}
          </li>
        ))}
      </ol>
    </ItemForm>
  )
}

const NEWEST = 10

function dateText(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  const format = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return Number.isNaN(day.getTime()) ? date : day.toLocaleDateString('en-US', format)
}

function Row({
  entry,
  picker,
  isShown,
  onShow,
}: Omit<Props, 'entries' | 'link' | 'shown'> & { entry: Entry; isShown: boolean }) {
  const { index, title, date, duration } = entry
  const isLive = useIsLive()
  const facts: ReactNode[] = [
    date && <span key="date">{dateText(date)}</span>,
    duration ? <span key="duration">{durationText(duration)}</span> : null,
  ]
  const name = title ?? `Item ${index}`
  return (
    <li>
      <Check entry={entry} picker={picker} name={name} id={`item-${index}`} />
      <label className={css.what} htmlFor={`item-${index}`}>
        <b dir="auto">{name}</b>
        <small>{facts}</small>
      </label>
      <ItemButton className="icon-btn" item={index} isShown={isShown} onItem={onShow}>
        <Icon name="next" />
        <span className="vh">
          Show item {index}, {name}
        </span>
      </ItemButton>
      {isLive && (
        <button type="button" className="icon-btn" onClick={() => picker.start([entry])}>
          <Icon name="save" />
          <span className="vh">Save {name}</span>
        </button>
      )}
    </li>
  )
}

/** A press on the text ticks an episode, the arrow saves it alone. Ticks outlive a search. */
export function Rows({ entries, link, picker, shown, onShow }: Props) {
  const [search, setSearch] = useState('')
  const isLive = useIsLive()
  const wanted = search.trim().toLowerCase()
  const found = entries.filter(({ title }) => wanted === '' || title?.toLowerCase().includes(wanted))
  const first = found.slice(0, NEWEST)
  return (
    <>
      {isLive && entries.length > NEWEST && (
        <div className={css.find}>
          <input
            type="search"
            aria-label="Search titles"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <button
            type="button"
            className="btn btn-line"
            disabled={found.length === 0}
            onClick={() =>
              picker.pick(
                first.map(({ index }) => index),
                true,
              )
            }
          >
            {found.length > NEWEST ? `Pick the first ${NEWEST}` : `Pick ${first.length}`}
          </button>
        </div>
      )}
      <ItemForm link={link}>
        <ol className={css.rows} aria-label="Items">
          {found.map((entry) => (
            <Row
              key={entry.index}
              entry={entry}
              picker={picker}
              isShown={entry.index === shown}
              onShow={onShow}
            />
          ))}
        </ol>
      </ItemForm>
      {found.length === 0 && <p className={css.none}>No title has these words.</p>}
    </>
  )
}
