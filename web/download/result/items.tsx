import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { useState, type ReactNode } from 'react'
import type { Entry } from '#contract/api.ts'
import { durationText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsLive } from '../../parts/use-device.ts'
import { ItemButton, ItemForm } from './item-form.tsx'
import css from './items.module.css'
import type { Picker } from './use-batch.ts'

const ICONS = { video: 'play', audio: 'sound', image: 'picture' } as const
/** As the texts name it. */
export const kindOfEntry = ({ kind }: Entry): 'video' | 'audio' | 'image' | 'item' => kind ?? 'item'

type CheckProps = { entry: Entry; picker: Picker; label: string; id?: string }

function Check({ entry, picker, label, id }: CheckProps) {
  const isLive = useIsLive()
  return isLive ? (
    <label className={css.check}>
      <input
        id={id}
        type="checkbox"
        aria-label={label}
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
  const texts = useTexts('result').items
  const say = useSay()
  return (
    <ItemForm link={link}>
      <ol className={css.grid} aria-label={texts.title}>
        {entries.map((entry) => (
          <li key={entry.index} className={css.tile}>
            <ItemButton item={entry.index} isShown={entry.index === shown} onItem={onShow}>
              <Tile key={entry.thumbnail_url} entry={entry} />
              <span className="vh">{say(texts.show[kindOfEntry(entry)], { item: String(entry.index) })}</span>
            </ItemButton>
            <span className={css.number} aria-hidden="true">
              {entry.index}
            </span>
            <Check entry={entry} picker={picker} label={say(texts.pickItem, { item: String(entry.index) })} />
            {entry.duration ? <span className={css.badge}>{durationText(entry.duration)}</span> : null}
          </li>
        ))}
      </ol>
    </ItemForm>
  )
}

const NEWEST = 10

function Row({
  entry,
  picker,
  isShown,
  onShow,
}: Omit<Props, 'entries' | 'link' | 'shown'> & { entry: Entry; isShown: boolean }) {
  const { index, title, date, duration } = entry
  const texts = useTexts('result').items
  const say = useSay()
  const figures = useFigures()
  const isLive = useIsLive()
  const facts: ReactNode[] = [
    date && <span key="date">{figures.shortDay(date)}</span>,
    duration ? <span key="duration">{durationText(duration)}</span> : null,
  ]
  const name = title ?? say(texts.item, { item: String(index) })
  return (
    <li>
      <Check entry={entry} picker={picker} label={say(texts.pick, { title: name })} id={`item-${index}`} />
      <label className={css.what} htmlFor={`item-${index}`}>
        <b dir="auto">{name}</b>
        <small>{facts}</small>
      </label>
      <ItemButton className="icon-btn" item={index} isShown={isShown} onItem={onShow}>
        <Icon name="next" />
        <span className="vh">{say(texts.showNamed, { item: String(index), title: name })}</span>
      </ItemButton>
      {isLive && (
        <button type="button" className="icon-btn" onClick={() => picker.start([entry])}>
          <Icon name="save" />
          <span className="vh">{say(texts.saveNamed, { title: name })}</span>
        </button>
      )}
    </li>
  )
}

/** A press on the text ticks an episode, the arrow saves it alone. Ticks outlive a search. */
export function Rows({ entries, link, picker, shown, onShow }: Props) {
  const texts = useTexts('result').items
  const say = useSay()
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
            aria-label={texts.searchLabel}
            placeholder={texts.search}
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
            {say(found.length > NEWEST ? texts.pickFirst : texts.pickFound, { n: first.length })}
          </button>
        </div>
      )}
      <ItemForm link={link}>
        <ol className={css.rows} aria-label={texts.title}>
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
      {found.length === 0 && <p className={css.none}>{texts.noneFound}</p>}
    </>
  )
}
