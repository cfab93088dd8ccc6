import { useId, useState } from 'react'
import { safeFileName } from '#contract/filename.ts'
import css from './rename-file.module.css'

type Props = {
  filename: string
  onName: (filename: string) => void
}

/** The visitor cannot change the extension. */
export function RenameFile({ filename, onName }: Props) {
  const id = useId()
  const [, stem = '', ext = ''] = /^(.*)\.([^.]*)$/.exec(filename) ?? []
  const [name, setName] = useState(filename)
  const rename = (text: string) => {
    // If the visitor empties the field, the file keeps its original name.
    const chosen = text.trim() ? safeFileName(`${text}.${ext}`, ext) : filename
    setName(chosen)
    onName(chosen)
  }
  return (
    <div className={css.rename}>
      <label className="vh" htmlFor={id}>
        Name of the saved file
      </label>
      <input
        id={id}
        dir="auto"
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        // This field has replaced the button that had the focus.
        autoFocus
        aria-describedby={`${id}whole`}
        defaultValue={stem}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => rename(event.currentTarget.value)}
      />
      <p id={`${id}whole`}>
        Saved as <bdi>{name}</bdi>
      </p>
    </div>
  )
}
