import { countdownText, sizeText } from '../../content/display.ts'
import { usePageData } from '../../app/page-data.ts'
import { Ruler } from '../../parts/ruler.tsx'
import { useCountdown } from '../countdown.ts'
import { fileOf, type Progress } from '../machine.ts'
import type { PreviewLink } from '../link.ts'
import { bytesText, leftPercent, remainingText } from '../times.ts'
import { UNDO_MS } from '../use-delayed.ts'
import css from './status-panel.module.css'
import type { Preview } from '../use-preview.ts'

function amountText({ received, total, speed, remaining }: Progress): string {
  return [
    received !== null && total ? bytesText(received, total) : '',
    speed ? `${sizeText(speed)}/s` : '',
    remaining ? remainingText(remaining) : '',
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

const KEEP_OPEN = 'Please keep this page open while we process your file.'

function Processing({ progress, preview }: { progress: Progress; preview: Preview }) {
  const { message, percent } = progress
  const { saving } = preview
  return (
    <div className={css.status}>
      <Ruler at={percent} isFilled role="progressbar" label="Processing" />
      <p className={`${css.row} ${css.amounts}`}>
        <span>{preview.isOnline ? message : 'You are offline'}</span>
        <span>{preview.isOnline ? amountText(progress) : 'It goes on when you are back'}</span>
      </p>
      <Foot note={KEEP_OPEN} label="Cancel" onPress={preview.cancel} />
      <p className={css.options}>
        <label>
          <input
            type="checkbox"
            checked={saving.isOn}
            onChange={(event) => saving.toggle(event.target.checked)}
          />{' '}
          Save as soon as it is ready
        </label>
      </p>
      {/* A screen reader that announced every percent would never stop talking, so only every quarter is
          announced. */}
      <p className="vh" role="status">
        {message}, {Math.floor(percent / 25) * 25} percent
      </p>
    </div>
  )
}

/**
 * The line at the bottom of the panel for a finished file. Its button deletes the file after five seconds.
 * Until then, another button cancels the deletion. If the deletion failed, the line shows the reason.
 */
function DeleteFoot({ note, preview: { state, deletion } }: { note: string; preview: Preview }) {
  const fault = 'fault' in state && state.fault
  return deletion.isPending ? (
    <>
      <Foot note="Deleting the file..." label="Undo" isMain onPress={deletion.undo} />
      <p className="vh" role="status">
        Deleting the file. You can undo this for {UNDO_MS / 1_000} seconds.
      </p>
    </>
  ) : (
    <Foot note={fault || note} isAlert={!!fault} label="Delete now" onPress={deletion.start} />
  )
}

function Available({ expiresAt, preview }: { expiresAt: number; preview: Preview }) {
  const { retentionSeconds } = usePageData()
  const left = useCountdown(expiresAt, preview.countdownEnded)
  const announced = left <= 60 ? 'Less than a minute left' : left <= 5 * 60 ? 'Less than 5 minutes left' : ''
  return (
    <div className={css.status}>
      <Ruler at={leftPercent(left, retentionSeconds)} isFilled />
      <p className={css.row}>
        <span>Available for</span>
        <span role="timer">
          <strong>{countdownText(left)}</strong>
        </span>
      </p>
      <DeleteFoot note="After that the file is deleted from our server." preview={preview} />
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
  return (
    <div className={css.status}>
      <p className={css.note} role={isCancelled ? 'status' : undefined}>
        {isCancelled && 'You canceled this. '}
        <a href={formatsHref(link)}>
          {link.source_url ? 'Choose a different quality' : 'Go to the homepage'}
        </a>
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
  const file = fileOf(state)
  if (state.step === 'processing') return <Processing progress={state.progress} preview={preview} />
  if (file?.expiresAt) return <Available expiresAt={file.expiresAt} preview={preview} />
  if (state.step === 'expired') {
    return (
      <div className={css.status}>
        <Ruler at={0} />
        <p className={css.row}>
          <span>Available for</span>
          <span role="timer">
            <strong>{state.isDeleted ? 'Deleted' : 'Expired'}</strong>
          </span>
        </p>
        <p className={css.note}>The file was deleted from our server.</p>
      </div>
    )
  }
  if (state.step === 'cancelled' || state.step === 'failed')
    return <Otherwise link={link} isCancelled={state.step === 'cancelled'} />
  if (file)
    return (
      <div className={css.status}>
        <DeleteFoot note="This file is kept for a short time only. Save it now." preview={preview} />
      </div>
    )
  if (!link.target) return null
  if (state.step === 'unstarted') return null // The player area already shows a message.
  // If the file needs a merge, the HTML from the server already contains the note `KEEP_OPEN`.
  const opening = link.target.kind === 'ticket' ? KEEP_OPEN : ''
  return (
    <div className={link.target.kind === 'ticket' ? css.status : css.direct}>
      <p className={css.note}>
        {state.step === 'opening' ? opening : 'Straight from the source. Nothing is stored on our server.'}
      </p>
    </div>
  )
}
