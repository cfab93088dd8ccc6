import { useState } from 'react'
import { useSay, useTexts } from '../app/texts.ts'
import { Icon } from '../parts/icon.tsx'
import css from './find.module.css'
import { isNumbered } from './numbers.ts'
import type { Row } from './row.ts'
import type { More } from './use-more.ts'

type Props = {
  rows: readonly Row[]
  /** Those whose titles have the words of the search. */
  found: readonly Row[]
  search: string
  onSearch: (words: string) => void
  onPick: (ids: readonly string[]) => void
  more: More
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Whether the newest items stand first. */
function isByDate(rows: readonly Row[]): boolean {
  const days = rows.flatMap(({ date }) => date ?? [])
  return days.length > 1 && days.toSorted()[0] !== days.toSorted().at(-1)
}

function ByNumber({ rows, onPick }: Pick<Props, 'rows' | 'onPick'>) {
  const texts = useTexts('tray')
  const [numbers, setNumbers] = useState('')
  const matches = isNumbered(numbers)
  const named = rows.filter(({ index }) => matches(index))
  return (
    <form
      className={css.numbers}
      onSubmit={(event) => {
        event.preventDefault()
        onPick(idsOf(named))
        setNumbers('')
      }}
    >
      <input
        aria-label={texts.numbers}
        placeholder={texts.numbersLike}
        dir="ltr"
        autoComplete="off"
        enterKeyHint="done"
        value={numbers}
        onChange={(event) => setNumbers(event.target.value)}
      />
      <button type="submit" className="btn btn-line" disabled={named.length === 0}>
        {texts.pick}
      </button>
    </form>
  )
}

/** Above a long list: searches titles, picks by number, and turns the order round. */
export function Find({ rows, found, search, onSearch, onPick, more }: Props) {
  const items = useTexts('result').items
  const texts = useTexts('tray')
  const say = useSay()
  return (
    <div className={css.find}>
      <input
        type="search"
        aria-label={items.searchLabel}
        placeholder={items.search}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {search.trim() && found.length > 0 && (
        <button type="button" className="btn btn-line" onClick={() => onPick(idsOf(found))}>
          {say(items.pickFound, { n: found.length })}
        </button>
      )}
      <ByNumber rows={rows} onPick={onPick} />
      {more.reverse && (
        <button
          type="button"
          className="btn btn-line"
          aria-pressed={more.isReversed}
          disabled={more.isLoading}
          onClick={more.reverse}
        >
          {more.isReversed && <Icon name="check" />}
          {isByDate(rows) ? texts.oldestFirst : texts.lastFirst}
        </button>
      )}
    </div>
  )
}
