import { Component, Suspense, type ReactNode } from 'react'

/**
 * A part that the page can do without, in a chunk of its own. If the chunk cannot be loaded, the rest of the
 * page stays. The part is left out, or a message replaces it if the visitor has opened it (`isOpened`). React
 * has already logged the cause.
 */
export class Optional extends Component<{ children: ReactNode; isOpened?: boolean }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { children, isOpened } = this.props
    if (!this.state.isBroken) return <Suspense>{children}</Suspense>
    return isOpened ? <p role="alert">This did not load. Please reload the page.</p> : null
  }
}
