import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { usePageData } from '../../app/page-data.ts'
import { Ruler } from '../../parts/ruler.tsx'
import { useCountdown } from '../countdown.ts'
import { fileOf, type Progress } from '../machine.ts'
import type { PreviewLink } from '../link.ts'
import { bytesText, leftPercent, remainingText, speedText, type Words } from '../times.ts'
import { useWords } from '../use-words.ts'
import { UNDO_MS } from '../use-delayed.ts'
import css from './status-panel.module.css'
import type { Preview } from '../use-preview.ts'

function amountText({ received, total, speed, remaining }: Progress, words: Words): string {
  return [
    received !== null && total ? bytesText(received, total, words) : '',
    speed ? speedText(speed, words) : '',
    remaining ? remainingText(remaining, words) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

type FootProps = {
  note: string
  label: string
  isMain?: boolean
  /** Whether a screen reader must read the note at once. */
  isAlert?: boolean
  onPress: () => void
}

function Foot({ note, label, isMain, isAlert, onPress }: FootProps) {
  return (
    <div className={css.foot}>
      {/* The key makes React insert a new element, because screen readers announce only inserted alerts. */}
      <p key={note} className={css.note} role={isAlert ? 'alert' : undefined}>
        {note}
      </p>
      <button type="button" className={`btn ${isMain ? 'btn-fill' : 'btn-line'}`} onClick={onPress}>
        {label}
      </button>
    </div>
  )
}

function Processing({ progress, preview }: { progress: Progress; preview: Preview }) {
  const { message, percent } = progress
  const texts = useTexts('preview').status
  const { offline, goesOn, cancel } = useTexts('result').run
  const words = useWords()
  const { saving } = preview
  return (
    <div className={css.status}>
      <Ruler at={percent} isFilled role="progressbar" label={texts.processing} />
      <p className={`${css.row} ${css.amounts}`}>
        <span>{preview.isOnline ? message : offline}</span>
        <span>{preview.isOnline ? amountText(progress, words) : goesOn}</span>
      </p>
      <Foot note={texts.keepOpen} label={cancel} onPress={preview.cancel} />
      <p className={css.options}>
        <label>
          <input
            type="checkbox"
            checked={saving.isOn}
            onChange={(event) => saving.toggle(event.target.checked)}
          />{' '}
          {texts.saveWhenReady}
        </label>
      </p>
      {/* A screen reader that announced every percent would never stop talking, so only every quarter is
          announced. */}
      <p className="vh" role="status">
        {words.say(texts.percent, { message, percent: Math.floor(percent / 25) * 25 })}
      </p>
    </div>
  )
}

/**
 * The line at the bottom of the panel for a finished file. Its button deletes the file after five seconds.
 * Until then, another button cancels the deletion. If the deletion failed, the line shows the reason.
 */
function DeleteFoot({ note, preview: { state, deletion } }: { note: string; preview: Preview }) {
  const texts = useTexts('preview').status
  const { undo, deleteNow } = useTexts('result').run
  const say = useSay()
  const fault = 'fault' in state && state.fault
  return deletion.isPending ? (
    <>
      <Foot note={texts.deleting} label={undo} isMain onPress={deletion.undo} />
      <p className="vh" role="status">
        {say(texts.deletingUndo, { seconds: UNDO_MS / 1_000 })}
      </p>
    </>
  ) : (
    <Foot note={fault || note} isAlert={!!fault} label={deleteNow} onPress={deletion.start} />
  )
}

/** A screen reader says when less than this is left. */
const ANNOUNCED_MINUTES = 5

function Available({ expiresAt, preview }: { expiresAt: number; preview: Preview }) {
  const { retentionSeconds } = usePageData()
  const left = useCountdown(expiresAt, preview.countdownEnded)
  const texts = useTexts('preview').status
  const say = useSay()
  const { countdown } = useFigures()
  const soon = left <= ANNOUNCED_MINUTES * 60 ? say(texts.minutesLeft, { minutes: ANNOUNCED_MINUTES }) : ''
  const announced = left <= 60 ? texts.minuteLeft : soon
  return (
    <div className={css.status}>
      <Ruler at={leftPercent(left, retentionSeconds)} isFilled />
      <p className={css.row}>
        {left > 0 && <span>{texts.available}</span>}
        <span role="timer">
          <strong>{left > 0 ? countdown(left) : texts.expired}</strong>
        </span>
      </p>
      <DeleteFoot note={texts.after} preview={preview} />
      <p className="vh" role="status">
        {announced}
      </p>
    </div>
  )
}

const formatsHref = (link: PreviewLink | null) =>
  link?.source_url ? `/?url=${encodeURIComponent(link.source_url)}` : '/'

/** The reason stands in the player area, the button in the panel of the file. This is the way around both. */
function Otherwise({ link, isCancelled }: { link: PreviewLink; isCancelled: boolean }) {
  const { base } = usePageData()
  const texts = useTexts('preview').status
  return (
    <div className={css.status}>
      <p className={css.note} role={isCancelled ? 'status' : undefined}>
        {isCancelled && `${texts.canceled} `}
        <a href={base + formatsHref(link)}>{link.source_url ? texts.otherQuality : texts.homepage}</a>
      </p>
    </div>
  )
}

/**
 * The panel below the player: progress, countdown, or a message. Its minimum height limits the layout shift
 * when the state changes.
 * @param link the preview link; it has no fragment until hydration, because the server never receives the
 *   fragment
 */
export function StatusPanel({ preview, link }: { preview: Preview; link: PreviewLink }) {
  const { state } = preview
  const texts = useTexts('preview').status
  const file = fileOf(state)
  if (state.step === 'processing') return <Processing progress={state.progress} preview={preview} />
  if (file?.expiresAt) return <Available expiresAt={file.expiresAt} preview={preview} />
  if (state.step === 'expired') {
    return (
      <div className={css.status}>
        <Ruler at={0} />
        <p className={css.row}>
          <span role="timer">
            <strong>{state.isDeleted ? texts.deleted : texts.expired}</strong>
          </span>
        </p>
        <p className={css.note}>{texts.wasDeleted}</p>
      </div>
    )
  }
  if (state.step === 'cancelled' || state.step === 'failed')
    return <Otherwise link={link} isCancelled={state.step === 'cancelled'} />
  if (file)
    return (
      <div className={css.status}>
        <DeleteFoot note={texts.shortTime} preview={preview} />
      </div>
    )
  if (!link.target) return null
  if (state.step === 'unstarted') return null // The player area already shows a message.
  // If the file needs a merge, the HTML from the server already contains the note `keepOpen`.
  const opening = link.target.kind === 'ticket' ? texts.keepOpen : ''
  return (
    <div className={link.target.kind === 'ticket' ? css.status : css.direct}>
      <p className={css.note}>{state.step === 'opening' ? opening : texts.direct}</p>
    </div>
  )
}
