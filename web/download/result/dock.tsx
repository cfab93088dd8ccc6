import { useEffect, useRef } from 'react'
import type { Entry } from '#contract/api.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { sizeText } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import { shortSizeOf } from '../format-name.ts'
import { ProgressBox } from './gauge.tsx'
import css from './dock.module.css'
import panel from './panel.module.css'
import type { BatchProgress } from './batch.ts'
import type { BatchState, Picker } from './use-batch.ts'
import type { Size } from './use-sizes.ts'

export function doneText(state: BatchState): string {
  if (state.step === 'broken') return pageFailures.part_missing
  if (state.step !== 'done') return ''
  const { saved, failed } = state
  if (saved === 0 && failed.length > 1) return 'None of them could be loaded.'
  const which = `${failed.length === 1 ? 'Item' : 'Items'} ${failed.slice(0, 10).join(', ')}`
  const more = failed.length > 10 ? ` and ${failed.length - 10} more` : ''
  const lost = failed.length > 0 ? `${which}${more} could not be loaded.` : ''
  if (saved === 0) return lost
  return [`Saved ${saved === 1 ? '1 item' : `${saved} items as one ZIP`}.`, lost].filter(Boolean).join(' ')
}

function progressText({ bytes, isWaiting }: BatchProgress): string {
  if (isWaiting) return 'Waiting a minute'
  return bytes > 0 ? sizeText(bytes) : ''
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

/** The bar at the lower edge of the window: it saves the ticked items together, or all. */
export function Dock({ picker, entries, sizeOf }: Props) {
  const { state, picked, pick, start, cancel } = picker
  const chosen = entries.filter(({ index }) => picked.has(index))
  const hasFailed =
    state.step === 'done' && chosen.length > 0 && chosen.every(({ index }) => state.failed.includes(index))
  const text = doneText(state)
  const button = useKeptFocus(state.step === 'saving')
  if (state.step === 'saving')
    return (
      <div className={css.dock}>
        <button ref={button} type="button" className="btn btn-line" onClick={cancel}>
          Cancel
        </button>
        <ProgressBox
          percent={state.progress.percent}
          label={`Saving ${state.total} items`}
          end={
            <>
              <strong>{`${Math.min(state.progress.done + 1, state.total)} of ${state.total}`}</strong>{' '}
              <span>{progressText(state.progress)}</span>
            </>
          }
        />
      </div>
    )
  const label = hasFailed
    ? `Save the ${chosen.length} that failed`
    : chosen.length > 0
      ? `Save ${chosen.length}`
      : `Save all ${entries.length}`
  const wanted = chosen.length > 0 ? chosen : entries
  const size = sizeOf(wanted)
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
        {chosen.length === 0 ? 'Pick all' : 'Clear'}
      </button>
      <button ref={button} type="button" className="btn btn-fill" onClick={() => start(wanted)}>
        <Icon name="save" /> {[label, size && shortSizeOf(size, 'about ')].filter(Boolean).join(', ')}
      </button>
    </div>
  )
}
