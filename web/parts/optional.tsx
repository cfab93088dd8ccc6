import { Component, Suspense, type ReactNode } from 'react'

/**
 * Wraps a component that the page can do without and that has a chunk of its own. If the chunk cannot be
 * loaded, renders nothing in place of the component, or a message if the visitor has opened it (`isOpened`).
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
    return isOpened ? <p role="alert">This did not load. Please reload the page.</p> : null
  }
}
