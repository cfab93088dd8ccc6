import type { ReactNode } from 'react'
import { usePageData } from '../app/page-data.ts'
import { spanText } from '../content/display.ts'
import { reasonOf } from '../download/failure-text.ts'
import type { PreviewState } from './machine.ts'
import css from './screen.module.css'

type Props = {
  state: PreviewState
  isPicture: boolean
  /** The file comes straight from the source, so nothing is processed. */
  isDirect: boolean
  backdrop: ReactNode
  children?: ReactNode
}

/** Returns the title and the text of the message in the player area; null for a state without a message. */
function messageOf(
  state: PreviewState,
  { isPicture, isDirect }: Pick<Props, 'isPicture' | 'isDirect'>,
  kept: string,
): [title: string, text: string] | null {
  switch (state.step) {
    case 'unavailable':
      return [
        isPicture ? 'Preview Unavailable' : 'Video Preview Unavailable',
        `${state.file ? 'The file was processed but' : 'This file'} cannot be previewed on this device. You can still download it.`,
      ]
    case 'failed':
      return [isDirect ? 'This file did not open' : 'Processing Failed', reasonOf(state.message)]
    case 'unstarted':
      return ['Ready when you are', 'You came from another site. Press “Make this file” to start.']
    case 'cancelled':
      return ['Canceled', 'The file was not made, and nothing was saved.']
    case 'expired':
      return state.isDeleted
        ? ['File Deleted', 'It is gone from our server, as you asked.']
        : ['File Expired', `We keep a file for ${kept}. One press makes it again.`]
    case 'no_url':
      return ['Error: No URL provided', 'Open a format from the homepage to see it here.']
    default:
      return null
  }
}

/**
 * The player area. It shows the percentage or a message while nothing plays, and has the same size in every
 * state.
 */
export function Screen({ state, isPicture, isDirect, backdrop, children }: Props) {
  const { retentionSeconds } = usePageData()
  const message = messageOf(state, { isPicture, isDirect }, spanText(retentionSeconds))
  return (
    <div className={css.screen}>
      {backdrop}
      {state.step === 'processing' && (
        <div className={css.overlay}>
          {/* The percentage is SVG text, because HTML text that grows counts as a layout shift. */}
          <svg className={css.percent} aria-hidden="true">
            <text x="50%" y="0.83em" textAnchor="middle">
              {Math.floor(state.progress.percent)}
              <tspan dx="0.08em">%</tspan>
            </text>
          </svg>
        </div>
      )}
      {message && (
        <div className={css.overlay}>
          <strong>{message[0]}</strong>
          <p role={state.step === 'failed' ? 'alert' : undefined}>{message[1]}</p>
        </div>
      )}
      {children}
    </div>
  )
}
