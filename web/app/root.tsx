import { Component, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from './texts.ts'
import { App } from './app.tsx'
import { PageDataContext, usePageData, type PageData } from './page-data.ts'
import { ProblemPage } from './problem.tsx'
import { Shell } from './shell.tsx'

/**
 * The page that the visitor sees after a page has thrown an error. If the visitor then follows a link, the
 * browser loads a new document. The reason: if a chunk could not be loaded, React does not try to load it
 * again in the same document, and throws the same error again.
 */
function CrashPage() {
  const { place, brand } = usePageData()
  const { problem, faults } = useTexts('ui')
  const { key } = useLocation()
  const [crashed] = useState(key)
  useEffect(() => {
    if (key !== crashed) location.reload()
  }, [crashed, key])
  return (
    <Shell place={{ ...place, title: `${problem.wrong} | ${brand.branding.name}` }}>
      <ProblemPage code="internal" message={faults.page_broken} />
    </Shell>
  )
}

/** An error boundary that shows the crash page if the page throws. React has already logged the cause. */
class CrashBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <CrashPage /> : this.props.children
  }
}

/** The edge and the browser use different routers, but render the same content. */
export function Root({ data }: { data: PageData }) {
  return (
    <PageDataContext value={data}>
      <CrashBoundary>
        <App />
      </CrashBoundary>
    </PageDataContext>
  )
}
