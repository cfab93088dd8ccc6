import { useState } from 'react'
import { usePageData } from '../app/page-data.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { siteName } from '../content/display.ts'
import { handLink } from '../download/form/handed-link.ts'
import { Icon } from '../parts/icon.tsx'
import { readRecent, type Recent, setRecentOn } from './recent.ts'
import css from './recent.module.css'

/** Returns `otherwise` if the browser blocks localStorage, as some browsers do in private windows. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (cause) {
    console.warn('Site data is blocked: no list can be kept.', cause)
    return otherwise
  }
}

const read = () => attempt(() => readRecent(localStorage), null)

export function RecentList() {
  const { base } = usePageData()
  const texts = useTexts('recent')
  const say = useSay()
  const figures = useFigures()
  const [list, setList] = useState<readonly Recent[] | null>(read)
  const keep = (isOn: boolean) => {
    attempt(() => setRecentOn(localStorage, isOn), undefined)
    setList(read())
  }
  return (
    <div className={css.recent}>
      <h2>{texts.title}</h2>
      <label className={css.switch}>
        <input type="checkbox" checked={list !== null} onChange={(event) => keep(event.target.checked)} />
        <span>{texts.keep}</span>
      </label>
      {list?.length === 0 && <p>{texts.nothing}</p>}
      {list && list.length > 0 && (
        <>
          <ul>
            {list.map(({ title, kind, source, item, preview, at }) => (
              <li key={`${source} ${item} ${kind}`}>
                <a href={`${base}/?url=${encodeURIComponent(source)}`} onClick={() => handLink(source)}>
                  <b dir="auto">{title}</b>
                  <span>
                    {kind}, {siteName(source)}, {figures.moment(at)}
                  </span>
                </a>
                {preview && (
                  <a className={css.again} href={`${preview}#renew=1&save=1`} target="_blank" rel="noopener">
                    <Icon name="again" /> {texts.again}
                    <span className="vh">{say(texts.againNamed, { title })}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
          <button type="button" className="btn btn-line" onClick={() => keep(true)}>
            {texts.clear}
          </button>
        </>
      )}
    </div>
  )
}
