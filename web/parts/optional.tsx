import { Component, Suspense, type ReactNode } from 'react'
import { useTexts } from '../app/texts.ts'

const NotLoaded = () => <p role="alert">{useTexts('ui').faults.notLoaded}</p>

/**
 * Wraps an optional component that has its own chunk. If the chunk cannot be loaded:
 * - If the visitor has opened the component (`isOpened`), renders an error message.
 * - Otherwise, renders nothing.
 * React has already logged the cause.
 */
export class Optional extends Component<{ children: ReactNode; isOpened?: boolean }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { children, isOpened } = this.props
    if (!this.state.isBroken) return <Suspense>{children}</Suspense>
    return isOpened ? <NotLoaded /> : null
  }
}
