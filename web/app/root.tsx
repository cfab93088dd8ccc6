import { Component, type ReactNode } from 'react'
import { pageFailures } from '#contract/page-failures.ts'
import { App } from './app.tsx'
import { PageDataContext, type PageData } from './page-data.ts'
import { ProblemPage } from './problem.tsx'
import { Shell } from './shell.tsx'

/** An error boundary that shows the crash page if the page throws. React has already logged the cause. */
class CrashBoundary extends Component<{ data: PageData; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    const { place, brand } = this.props.data
    return (
      <Shell place={{ ...place, title: `Something went wrong | ${brand.branding.name}` }}>
        <ProblemPage code="internal" message={pageFailures.page_broken} />
      </Shell>
    )
  }
}

/** The part of the application below the router. Edge and browser render the same part. */
export function Root({ data }: { data: PageData }) {
  return (
    <PageDataContext value={data}>
      <CrashBoundary data={data}>
        <App />
      </CrashBoundary>
    </PageDataContext>
  )
}
