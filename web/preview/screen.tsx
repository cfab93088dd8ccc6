import type { ReactNode } from 'react'
import { failures } from '#contract/failure.ts'
import type { PreviewState } from './machine.ts'
import css from './screen.module.css'

const overlays = {
  unavailable: [
    'Video Preview Unavailable',
    'The file was processed but cannot be previewed on this device. You can still download it.',
  ],
  failed: ['Processing Failed', 'Nothing was saved. Try again, or pick another quality.'],
  unstarted: ['Ready when you are', 'You came from another site. Press “Make this file” to start.'],
  cancelled: ['Cancelled', 'The file was not made, and nothing was saved.'],
  expired: ['Expired', failures.file_gone.text],
} as const

type Props = { state: PreviewState; isPicture: boolean; backdrop: ReactNode; children?: ReactNode }

function Overlay({ title, text }: { title: string; text: string }) {
  return (
    <div className={css.overlay}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}

/**
 * The player area. It shows the percentage or a message while nothing plays, and has the same size in every
 * state.
 */
export function Screen({ state, isPicture, backdrop, children }: Props) {
  return (
    <div className={css.screen}>
      {backdrop}
      {state.step === 'processing' && !state.plays && (
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
      {state.step === 'unavailable' && (
        <Overlay
          title={isPicture ? 'Preview Unavailable' : overlays.unavailable[0]}
          text={
            state.file
              ? overlays.unavailable[1]
              : 'This file cannot be previewed on this device. You can still download it.'
          }
        />
      )}
      {state.step === 'failed' && <Overlay title={overlays.failed[0]} text={overlays.failed[1]} />}
      {state.step === 'unstarted' && <Overlay title={overlays.unstarted[0]} text={overlays.unstarted[1]} />}
      {state.step === 'cancelled' && <Overlay title={overlays.cancelled[0]} text={overlays.cancelled[1]} />}
      {state.step === 'expired' && (
        <Overlay
          title={state.isDeleted ? 'Deleted' : overlays.expired[0]}
          text={
            state.isDeleted ? 'This file was deleted from our server, as you asked.' : overlays.expired[1]
          }
        />
      )}
      {state.step === 'no_url' && (
        <Overlay title="Error: No URL provided" text="Open a format from the homepage to see it here." />
      )}
      {children}
    </div>
  )
}
