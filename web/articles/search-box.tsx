import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import css from './search-box.module.css'

/** The field is uncontrolled, so that hydration keeps text that the visitor has already typed. */
export function useSearch() {
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  useEffect(() => setQuery(field.current?.value ?? ''), [])
  return {
    field,
    query,
    setQuery,
    /** Empties the field, so that the page shows all entries again. */
    clear: () => {
      if (field.current) field.current.value = ''
      setQuery('')
    },
    searchFor: (text: string) => {
      if (field.current) field.current.value = text
      setQuery(text)
      field.current?.focus()
    },
  }
}

type Props = {
  label: string
  field: RefObject<HTMLInputElement | null>
  onQuery: (query: string) => void
  /** Screen readers announce its changes. */
  status: string
  hint?: string | undefined
}

export function SearchBox({ label, field, onQuery, status, hint }: Props) {
  const id = useId()
  return (
    <search className={css.search}>
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        placeholder={label}
        autoComplete="off"
        onInput={(event) => onQuery(event.currentTarget.value)}
      />
      <div role="status">
        {status && <p className={css.status}>{status}</p>}
        {hint && <p>{hint}</p>}
      </div>
    </search>
  )
}
