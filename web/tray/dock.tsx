import { useEffect, useRef } from 'react'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import type { RequestedFormat } from '../download/choice/requested-format.ts'
import { shortSizeOf } from '../download/format-name.ts'
import { ProgressBox } from '../download/result/gauge.tsx'
import panel from '../download/result/panel.module.css'
import { Icon } from '../parts/icon.tsx'
import css from './dock.module.css'
import type { Wanted } from './row.ts'
import { sizeOf, unsavedRows } from './sizes.ts'
import type { Tray } from './tray.ts'
import type { Saving, TrayView } from './view.ts'

type DoneWords = {
  texts: Parts['result']['items']
  zips: Parts['watch']['savedZips']
  files: Parts['tray']['savedFiles']
  say: Say
}

/** How many of the lost items are named. */
const NAMED = 10

function lostText(failed: readonly number[], { texts, say }: DoneWords): string {
  if (failed.length === 0) return ''
  const items = failed.slice(0, NAMED).join(', ')
  const rest = failed.length - NAMED
  return rest > 0 ? say(texts.lostMore, { items, n: rest }) : say(texts.lost, { items, n: failed.length })
}

type Done = { saved: number; failed: readonly number[]; files: number; isZip: boolean }

export function doneText({ saved, failed, files, isZip }: Done, words: DoneWords): string {
  if (saved === 0 && failed.length > 1) return words.texts.noneLoaded
  const lost = lostText(failed, words)
  if (saved === 0) return lost
  const zips =
    files > 1 ? words.say(words.zips, { n: files, items: saved }) : words.say(words.texts.saved, { n: saved })
  const done = isZip ? zips : words.say(words.files, { n: saved })
  return [done, lost].filter(Boolean).join(' ')
}

/** When the button that had the focus is gone, the one that takes its place gets it. */
function useKeptFocus(isSaving: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    const next = bar.current?.querySelector<HTMLButtonElement>(isSaving ? 'button' : 'button:last-of-type')
    if (wasSaving.current !== isSaving && document.activeElement === document.body)
      next?.focus({ preventScroll: true })
    wasSaving.current = isSaving
  }, [isSaving])
  return bar
}

/** By the values of the list. */
const QUALITIES: Record<string, RequestedFormat | null> = {
  suggested: null,
  '720p': { kind: 'video', height: 720, ext: 'mp4' },
  MP3: { kind: 'sound', ext: 'mp3', kbps: 192 },
  original: { kind: 'sound', ext: null, kbps: null },
}

type QualityProps = { wanted: Wanted; onWanted: (wanted: Wanted) => void }

/** Chooses what all rows are saved as. */
function QualityOfAll({ wanted, onWanted }: QualityProps) {
  const texts = useTexts('watch')
  const { original } = useTexts('tray')
  const names = Object.keys(QUALITIES)
  const same = names.find((name) => JSON.stringify(QUALITIES[name]) === JSON.stringify(wanted))
  const words: Record<string, string> = { suggested: texts.suggested, original }
  return (
    <select
      className={css.quality}
      aria-label={texts.qualityOfAll}
      value={same ?? ''}
      onChange={({ currentTarget }) => onWanted(QUALITIES[currentTarget.value] ?? null)}
    >
      {same === undefined && <option value="">{wanted?.ext?.toUpperCase()}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {words[name] ?? name}
        </option>
      ))}
    </select>
  )
}

function SavingBar({ run, isWaiting, tray }: { run: Saving; isWaiting: boolean; tray: Tray }) {
  const texts = useTexts('result').items
  const { cancel } = useTexts('result').run
  const { goesOn } = useTexts('tray')
  const say = useSay()
  const figures = useFigures()
  const { total, done, percent, bytes } = run
  return (
    <>
      <p role="status" className={isWaiting ? css.told : 'vh'}>
        {isWaiting && goesOn}
      </p>
      <button type="button" className="btn btn-line" onClick={() => tray.cancel()}>
        {cancel}
      </button>
      <ProgressBox
        percent={percent}
        label={say(texts.saving, { n: total })}
        end={
          <>
            <strong>{say(texts.doneOf, { done: Math.min(done + 1, total), total })}</strong>{' '}
            <span>{bytes > 0 ? figures.size(bytes) : ''}</span>
          </>
        }
      />
    </>
  )
}

type Props = {
  tray: Tray
  view: TrayView
  asZip: boolean
  onAsZip: (asZip: boolean) => void
  onSave: (ids: readonly string[], asZip: boolean) => void
}

const numbersOf = ({ rows }: TrayView, ids: readonly string[]) =>
  rows.filter(({ id }) => ids.includes(id)).map(({ index }) => index)

function useDoneText(view: TrayView): string {
  const { items: texts } = useTexts('result')
  const { savedFiles } = useTexts('tray')
  const { savedZips } = useTexts('watch')
  const say = useSay()
  const { ended } = view
  if (!ended) return ''
  if (ended.reason !== undefined) return ended.reason
  const done = { ...ended, saved: ended.saved.length, failed: numbersOf(view, ended.failed) }
  return doneText(done, { texts, zips: savedZips, files: savedFiles, say })
}

/** What the bar says before several files are saved one by one. */
function useAsk(view: TrayView, count: number, asZip: boolean): string {
  const { asks, goesOn } = useTexts('tray')
  if (view.isWaiting) return goesOn
  return count > 1 && !asZip ? asks : ''
}

/** The bar at the lower edge of the window: it saves the ticked rows, or all. */
export function Dock({ tray, view, asZip, onAsZip, onSave }: Props) {
  const texts = useTexts('result').items
  const { asZip: zipLabel } = useTexts('tray')
  const say = useSay()
  const figures = useFigures()
  const { rows, picked, ended, run } = view
  const chosen = rows.filter(({ id }) => picked.has(id))
  const wanted = chosen.length > 0 ? chosen : unsavedRows(view)
  const done = useDoneText(view)
  const asked = useAsk(view, wanted.length, asZip)
  const bar = useKeptFocus(run !== null)
  const hasFailed = ended !== null && chosen.length > 0 && chosen.every(({ id }) => ended.failed.includes(id))
  const some = hasFailed ? texts.saveFailed : texts.save
  const isAll = chosen.length === 0 && wanted.length === rows.length
  const label = say(isAll ? texts.saveAll : some, { n: wanted.length })
  const total = sizeOf(view, wanted)
  const size = total && shortSizeOf(total, figures, '')
  const sized = total?.about ? texts.withAboutSize : texts.withSize
  const told = done || asked
  if (run)
    return (
      <div className={css.dock} ref={bar}>
        <SavingBar run={run} isWaiting={view.isWaiting} tray={tray} />
      </div>
    )
  return (
    <div className={css.dock} ref={bar}>
      <p role="status" className={told ? css.told : 'vh'}>
        {told}
      </p>
      <button
        type="button"
        className={panel.link}
        onClick={() =>
          tray.pick(
            rows.map(({ id }) => id),
            chosen.length === 0,
          )
        }
      >
        {chosen.length === 0 ? texts.pickAll : texts.clear}
      </button>
      {rows.some(({ kind }) => kind !== 'image') && (
        <QualityOfAll wanted={view.wanted} onWanted={(next) => tray.setWanted(next)} />
      )}
      {rows.length > 1 && (
        <label className={css.zip}>
          <input type="checkbox" checked={asZip} onChange={(event) => onAsZip(event.target.checked)} />
          {zipLabel}
        </label>
      )}
      <button
        type="button"
        className="btn btn-fill"
        disabled={wanted.length === 0}
        onClick={() =>
          onSave(
            wanted.map(({ id }) => id),
            asZip,
          )
        }
      >
        <Icon name="save" /> {size ? say(sized, { label, size }) : label}
      </button>
    </div>
  )
}
