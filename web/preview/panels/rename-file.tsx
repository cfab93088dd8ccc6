import { useSay, useTexts } from '../../app/texts.ts'
import { useId, useState } from 'react'
import { parseClip } from '#contract/clip.ts'
import { safeFileName } from '#contract/filename.ts'
import { chooseStyle, useNameStyle } from '../../download/choice/name-style.ts'
import { styledName } from '../../download/file-name.ts'
import type { PreviewLink } from '../link.ts'
import css from './rename-file.module.css'

type Props = {
  link: PreviewLink
  onName: (filename: string) => void
}

/** The visitor cannot change the extension. */
export function RenameFile({ link, onName }: Props) {
  const texts = useTexts('preview').file
  const say = useSay()
  const id = useId()
  const { filename } = link
  const [, stem = '', ext = ''] = /^(.*)\.([^.]*)$/.exec(filename) ?? []
  const [text, setText] = useState(stem)
  const [isShort, setIsShort] = useState(useNameStyle() === 'short')
  // If the visitor empties the field, the file keeps its original name.
  const nameOf = (typed: string) => (typed.trim() ? safeFileName(`${typed}.${ext}`, ext) : filename)
  const rename = (typed: string) => {
    setText(typed)
    onName(nameOf(typed))
  }
  const change = (toShort: boolean) => {
    const style = toShort ? 'short' : 'full'
    setIsShort(toShort)
    chooseStyle(style)
    const name = styledName({ ...link, ext, clip: parseClip(link.clip) }, location.origin, style)
    rename(name.slice(0, -ext.length - 1))
  }
  return (
    <div className={css.rename}>
      <label htmlFor={id}>{texts.renameLabel}</label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        // This field has replaced the button that had the focus.
        autoFocus
        aria-describedby={`${id}whole`}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => rename(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p id={`${id}whole`}>
        <bdi>{say(texts.savedAs, { name: nameOf(text) })}</bdi>
      </p>
      <label className={css.short}>
        <input type="checkbox" checked={isShort} onChange={(event) => change(event.target.checked)} />
        <span>{texts.shortNames}</span>
      </label>
    </div>
  )
}
