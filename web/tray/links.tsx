import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { linksIn, type LinksInText } from '#contract/links-in-text.ts'
import { MAX_LINKS } from '#contract/limits.ts'
import { usePageData } from '../app/page-data.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { useNameStyle } from '../download/choice/name-style.ts'
import { useWanted } from '../download/choice/use-wanted.ts'
import { fileNameOf } from '../download/file-name.ts'
import { forgetShared, handLink } from '../download/form/handed-link.ts'
import panel from '../download/result/panel.module.css'
import { mayLeave } from '../download/result/use-warning.ts'
import { shortened } from '../content/display.ts'
import { Dock } from './dock.tsx'
import { keepLinks, keptKey, keptLinks } from './kept-tray.ts'
import { Rows } from './rows.tsx'
import { unsavedRows, useReading } from './sizes.ts'
import type { Tray } from './tray.ts'
import { useOwnTray, useSave, useView } from './use-tray.ts'
import { emptyView, type TrayView } from './view.ts'

const UNREAD_LENGTH = 80

/** The links of this tab; none if the browser blocks sessionStorage. */
function storedView(wanted: TrayView['wanted']): TrayView {
  try {
    return keptLinks(sessionStorage, wanted)
  } catch {
    return emptyView([], wanted)
  }
}

function useKeeping(view: TrayView) {
  const keep = useEffectEvent(() => {
    try {
      keepLinks(sessionStorage, view)
    } catch (cause) {
      console.warn('Site data is blocked or full: the links are not kept.', cause)
    }
  })
  const key = keptKey(view)
  const kept = useRef('')
  useEffect(() => {
    if (kept.current === key) return
    kept.current = key
    keep()
  }, [key])
}

/** A text that is pasted begins a new list. Back, a reload and another app go on with the last one. */
const firstView = ({ text, saves }: Props['pasted'], wanted: TrayView['wanted']): TrayView =>
  text && !saves ? emptyView([], wanted) : storedView(wanted)

function useLinksTray(pasted: Props['pasted']) {
  const { origin } = usePageData()
  const style = useNameStyle()
  const { wanted } = useWanted()
  const latest = useRef(style)
  useEffect(() => {
    latest.current = style
  }, [style])
  const tray = useOwnTray(
    () => firstView(pasted, wanted),
    (row, found) => {
      const name = found ? fileNameOf(origin, found.info, found.format, latest.current) : row.link
      return { own: name, inZip: `${String(row.index).padStart(2, '0')} ${name}` }
    },
  )
  const view = useView(tray)
  useKeeping(view)
  const save = useSave(
    tray,
    view,
    (_, part) => `${new URL(origin).hostname}${part === null ? '' : ` ${part}`}.zip`,
  )
  return { tray, view, save }
}

function addLinks(tray: Tray, text: string): void {
  const { rows } = tray.view()
  const known = new Set(rows.map(({ link }) => link))
  tray.add(linksIn(text, [...known]))
}

/** What of a text did not become a row. */
function useNotes(found: LinksInText | null, text: string): string {
  const texts = useTexts('tray')
  const say = useSay()
  if (!found) return ''
  const { links, repeated, surplus } = found
  const isNothing = links.length + repeated + surplus === 0
  const unread = isNothing ? [text] : found.unread
  return [
    repeated > 0 && say(texts.repeated, { n: repeated }),
    surplus > 0 && say(texts.surplus, { n: surplus, most: MAX_LINKS }),
    unread.length > 0 &&
      say(texts.unread, {
        n: unread.length,
        lines: unread.map((line) => shortened(line, UNREAD_LENGTH)).join(', '),
      }),
  ]
    .filter(Boolean)
    .join(' ')
}

type Props = {
  /** What was pasted last; an empty text after a reload. */
  pasted: { text: string; saves?: true | undefined }
  onClear: () => void
}

/** Several pasted links: each is a row, which is read and saved. */
export function Links({ pasted, onClear }: Props) {
  const { base } = usePageData()
  const texts = useTexts('tray')
  const { leave } = useTexts('ui').form
  const say = useSay()
  const { tray, view, save } = useLinksTray(pasted)
  const [asZip, setAsZip] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const notes = useNotes(pasted.saves ? null : view.found, pasted.text)
  const { ended } = view
  useEffect(() => {
    if (ended && ended.failed.length === 0) forgetShared()
  }, [ended])

  const begin = useEffectEvent(() => {
    if (tray.view().rows.length === 0) onClear()
    const left = unsavedRows(tray.view()).map(({ id }) => id)
    if (pasted.saves && left.length > 0) save(left, false)
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (pasted.text) addLinks(tray, pasted.text)
    begin()
  }, [tray, pasted])
  useReading(
    tray,
    view.rows.map(({ id }) => id),
  )

  const actions = {
    pick: tray.pick,
    show: ({ link }: { link: string }) => {
      handLink(link)
      location.assign(`${base}/?url=${encodeURIComponent(link)}`)
    },
    save: (id: string) => save([id], false),
    again: (id: string) => (view.run || view.ended?.failed.includes(id) ? save([id], false) : tray.retry(id)),
    setOwn: tray.setOwn,
    remove: tray.remove,
  }
  const end = () => {
    if (!mayLeave(leave)) return
    tray.setRows([])
    onClear()
  }
  return (
    <section className={panel.sheet} aria-labelledby="result">
      <div className={`${panel.top} ${panel.plain} ${panel.links}`}>
        <h2 id="result" ref={heading} tabIndex={-1} className={panel.title}>
          {texts.title}
        </h2>
        <p className={panel.count}>{say(texts.count, { n: view.rows.length })}</p>
        <button type="button" className={panel.link} onClick={end}>
          {texts.close}
        </button>
      </div>
      <p role="status" className={notes ? panel.notice : 'vh'}>
        {notes}
      </p>
      <Rows view={view} rows={view.rows} actions={actions} label={texts.title} />
      <Dock tray={tray} view={view} asZip={asZip} onAsZip={setAsZip} onSave={save} />
    </section>
  )
}
