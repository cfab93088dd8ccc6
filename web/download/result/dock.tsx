import { Suspense, useEffect, useRef } from 'react'
import type { Entry } from '#contract/api.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { Icon } from '../../parts/icon.tsx'
import { shortSizeOf } from '../format-name.ts'
import type { RequestedFormat } from '../choice/requested-format.ts'
import { ProgressBox } from './gauge.tsx'
import css from './dock.module.css'
import panel from './panel.module.css'
import type { BatchProgress } from './batch.ts'
import type { BatchState, Picker } from './use-batch.ts'
import type { Size } from './use-sizes.ts'

type DoneWords = {
  texts: Parts['result']['items']
  zips: Parts['watch']['savedZips']
  broken: string
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

export function doneText(state: BatchState, words: DoneWords): string {
  if (state.step === 'broken') return words.broken
  if (state.step !== 'done') return ''
  const { saved, failed, files } = state
  if (saved === 0 && failed.length > 1) return words.texts.noneLoaded
  const lost = lostText(failed, words)
  if (saved === 0) return lost
  const done =
    files > 1 ? words.say(words.zips, { n: files, items: saved }) : words.say(words.texts.saved, { n: saved })
  return [done, lost].filter(Boolean).join(' ')
}

type Props = {
  picker: Picker
  entries: readonly Entry[]
  sizeOf: (entries: readonly Entry[]) => Size | null
}

/** When the button that had the focus is gone, the one that takes its place gets it. */
function useKeptFocus(isSaving: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    if (wasSaving.current !== isSaving && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true })
    wasSaving.current = isSaving
  }, [isSaving])
  return button
}

/** By the values of the list. */
const QUALITIES: Record<string, RequestedFormat | null> = {
  suggested: null,
  '720p': { kind: 'video', height: 720, ext: 'mp4' },
  MP3: { kind: 'sound', ext: 'mp3', kbps: 192 },
}

/** Chooses what all videos of a list are saved as. */
function QualityOfAll({ picker }: { picker: Picker }) {
  const texts = useTexts('watch')
  const names = Object.keys(QUALITIES)
  const same = names.find((name) => JSON.stringify(QUALITIES[name]) === JSON.stringify(picker.wanted))
  return (
    <select
      className={css.quality}
      aria-label={texts.qualityOfAll}
      value={same ?? ''}
      onChange={({ currentTarget }) => picker.setWanted(QUALITIES[currentTarget.value] ?? null)}
    >
      {same === undefined && <option value="">{picker.wanted?.ext?.toUpperCase()}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name === 'suggested' ? texts.suggested : name}
        </option>
      ))}
    </select>
  )
}

/** The bar at the lower edge of the window: it saves the ticked items together, or all. */
export function Dock({ picker, entries, sizeOf }: Props) {
  const texts = useTexts('result').items
  const { cancel: cancelLabel } = useTexts('result').run
  const say = useSay()
  const figures = useFigures()
  const { state, picked, pick, start, cancel } = picker
  const chosen = entries.filter(({ index }) => picked.has(index))
  const hasFailed =
    state.step === 'done' && chosen.length > 0 && chosen.every(({ index }) => state.failed.includes(index))
  const text = doneText(state, {
    texts,
    say,
    zips: useTexts('watch').savedZips,
    broken: useTexts('ui').faults.part_missing,
  })
  const amountOf = ({ bytes, isWaiting }: BatchProgress) =>
    isWaiting ? texts.waiting : bytes > 0 ? figures.size(bytes) : ''
  const button = useKeptFocus(state.step === 'saving')
  if (state.step === 'saving')
    return (
      <div className={css.dock}>
        <button ref={button} type="button" className="btn btn-line" onClick={cancel}>
          {cancelLabel}
        </button>
        <ProgressBox
          percent={state.progress.percent}
          label={say(texts.saving, { n: state.total })}
          end={
            <>
              <strong>
                {say(texts.doneOf, {
                  done: Math.min(state.progress.done + 1, state.total),
                  total: state.total,
                })}
              </strong>{' '}
              <span>{amountOf(state.progress)}</span>
            </>
          }
        />
      </div>
    )
  const some = hasFailed ? texts.saveFailed : texts.save
  const label =
    chosen.length > 0 ? say(some, { n: chosen.length }) : say(texts.saveAll, { n: entries.length })
  const wanted = chosen.length > 0 ? chosen : entries
  const total = sizeOf(wanted)
  const size = total && shortSizeOf(total, figures, '')
  const sized = total?.about ? texts.withAboutSize : texts.withSize
  return (
    <div className={css.dock}>
      <p role="status" className={text ? css.told : 'vh'}>
        {text}
      </p>
      <button
        type="button"
        className={panel.link}
        onClick={() =>
          pick(
            entries.map(({ index }) => index),
            chosen.length === 0,
          )
        }
      >
        {chosen.length === 0 ? texts.pickAll : texts.clear}
      </button>
      {entries.some(({ kind }) => kind === 'video') && (
        <Suspense>
          <QualityOfAll picker={picker} />
        </Suspense>
      )}
      <button ref={button} type="button" className="btn btn-fill" onClick={() => start(wanted)}>
        <Icon name="save" /> {size ? say(sized, { label, size }) : label}
      </button>
    </div>
  )
}
