import type { ReactNode } from 'react'
import type { Parts } from '#texts/parts.ts'
import { useTexts } from '../app/texts.ts'
import { Rich } from '../parts/rich.tsx'
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
  texts: Parts['preview']['screen'],
): [title: string, text: string] | null {
  switch (state.step) {
    case 'unavailable':
      return [isPicture ? texts.noPicture : texts.noVideo, state.file ? texts.processedOnly : texts.notHere]
    case 'failed':
      return [isDirect ? texts.notOpened : texts.failed, reasonOf(state.message)]
    case 'unstarted':
      return [texts.unstarted, texts.unstartedText]
    case 'cancelled':
      return [texts.canceled, texts.canceledText]
    case 'expired':
      return state.isDeleted ? [texts.deleted, texts.deletedText] : [texts.expired, texts.expiredText]
    case 'no_url':
      return [texts.noUrl, texts.noUrlText]
    default:
      return null
  }
}

/**
 * The player area. It shows the percentage or a message while nothing plays, and has the same size in every
 * state.
 */
export function Screen({ state, isPicture, isDirect, backdrop, children }: Props) {
  const message = messageOf(state, { isPicture, isDirect }, useTexts('preview').screen)
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
          <p role={state.step === 'failed' ? 'alert' : undefined}>
            <Rich text={message[1]} />
          </p>
        </div>
      )}
      {children}
    </div>
  )
}
