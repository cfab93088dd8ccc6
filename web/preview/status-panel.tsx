import { countdownText, sizeText } from '../content/display.ts'
import { usePageData } from '../app/page-data.ts'
import { Ruler } from '../parts/ruler.tsx'
import { useCountdown } from './countdown.ts'
import { fileOf, type Progress } from './machine.ts'
import type { PreviewLink } from './link.ts'
import css from './status-panel.module.css'
import type { Preview } from './use-preview.ts'

/** "30.8 of 48.2 MB"; the unit stands once when both share it. */
function bytesText(received: number, total: number): string {
  const [done, all] = [sizeText(received), sizeText(total)]
  const unit = all.slice(all.indexOf(' '))
  return `${done.endsWith(unit) ? done.slice(0, -unit.length) : done} of ${all}`
}

/** "30.8 of 48.2 MB, 4.1 MB/s, 5s left", as far as known. */
function amountText({ received, total, speed, remaining }: Progress): string {
  return [
    received !== null && total ? bytesText(received, total) : '',
    speed ? `${sizeText(speed)}/s` : '',
    remaining ? `${countdownText(Math.max(1, remaining))} left` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The last line, and beside it what the visitor can do about it; the ticket keeps its size in every state. */
function Foot({ note, label, onPress }: { note: string; label: string; onPress: () => void }) {
  return (
    <div className={css.foot}>
      <p className={css.note}>{note}</p>
      <button type="button" className="btn btn-line" onClick={onPress}>
        {label}
      </button>
    </div>
  )
}

const KEEP_OPEN = 'Please keep this page open while we process your file.'

function Processing({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { message, percent } = progress
  return (
    <div className={css.run}>
      <Ruler at={percent} isFilled role="progressbar" label="Processing" />
      <p className={`${css.row} ${css.amounts}`}>
        <span>{message}</span>
        <span>{amountText(progress)}</span>
      </p>
      <Foot note={KEEP_OPEN} label="Cancel" onPress={onCancel} />
      {/* Speaks at every quarter; a screen reader told of each percent would never fall silent. */}
      <p className="vh" role="status">
        {message}, {Math.floor(percent / 25) * 25} percent
      </p>
    </div>
  )
}

function Available({ expiresAt, preview }: { expiresAt: number; preview: Preview }) {
  const { retentionSeconds } = usePageData()
  const left = useCountdown(expiresAt, preview.rang)
  const announced = left <= 60 ? 'Less than a minute left' : left <= 5 * 60 ? 'Less than 5 minutes left' : ''
  return (
    <div className={css.run}>
      <Ruler at={Math.max(0, Math.min(100, (left / Math.max(retentionSeconds, left)) * 100))} isFilled />
      <p className={css.row}>
        <span>Available for</span>
        <span role="timer">
          <strong>{countdownText(left)}</strong>
        </span>
      </p>
      <Foot
        note="After that the file is deleted from our server."
        label="Delete now"
        onPress={preview.deleteNow}
      />
      <p className="vh" role="status">
        {announced}
      </p>
    </div>
  )
}

function Failed({ preview: { state, link, make, keepWaiting } }: { preview: Preview }) {
  if (state.step !== 'failed') return null
  const canMake = link?.target && link.target.kind !== 'refused'
  const other = link?.sourceUrl ? `/?url=${encodeURIComponent(link.sourceUrl)}` : '/'
  return (
    <div className={css.alert} role="alert">
      <strong>{state.message}</strong>
      {canMake && (
        <>
          {state.waitsFor ? 'It may still be running: ' : ''}
          <button type="button" onClick={state.waitsFor ? keepWaiting : make}>
            {state.waitsFor ? 'Keep waiting' : 'Start again'}
          </button>{' '}
          or <a href={other}>choose a different quality</a>.
        </>
      )}
    </div>
  )
}

/** Below the screen: the ruler fills while the file is made and drains while it is kept. One size in every state. */
export function Run({ preview, words }: { preview: Preview; words: PreviewLink }) {
  const { state } = preview
  const file = fileOf(state)
  if (state.step === 'processing') return <Processing progress={state.progress} onCancel={preview.cancel} />
  if (file?.expiresAt) return <Available expiresAt={file.expiresAt} preview={preview} />
  if (state.step === 'expired') {
    return (
      <div className={css.run}>
        <Ruler at={0} />
        <p className={css.row}>
          <span>Available for</span>
          <span role="timer">
            <strong>Expired</strong>
          </span>
        </p>
        <Foot note="The file was deleted from our server." label="Make it again" onPress={preview.make} />
      </div>
    )
  }
  if (state.step === 'failed') return <Failed preview={preview} />
  if (file)
    return (
      <div className={css.run}>
        <Foot
          note="This file is kept for a short time only. Save it now."
          label="Delete now"
          onPress={preview.deleteNow}
        />
      </div>
    )
  // Nothing is to be made or kept, which the server knows as well.
  if (!words.target) return null
  // What is to be made is known before the page is alive, so it is drawn at once.
  const opening = words.target.kind === 'ticket' ? KEEP_OPEN : ''
  return (
    <div className={css.run}>
      <p className={css.note}>
        {state.step === 'opening' ? opening : 'Straight from the source. Nothing is stored on our server.'}
      </p>
    </div>
  )
}
