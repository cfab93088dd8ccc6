import { Component, Suspense, type ReactNode } from 'react'

/**
 * A part that the page can do without, in a chunk of its own. If the chunk cannot be loaded, the part is left
 * out and the rest of the page stays. React has already logged the cause.
 */
export class Optional extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? null : <Suspense>{this.props.children}</Suspense>
  }
}
