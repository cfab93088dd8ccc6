import { Component, type ReactNode } from 'react'
import type { Brand } from '#contract/brand.ts'
import { Failure } from '#contract/failure.ts'
import { problemMeta } from './meta.ts'
import { PageDataContext, type PageData } from './page-data.ts'
import { ProblemPage } from './pages/problem.tsx'
import { App } from './routes.tsx'
import { Shell } from './shell.tsx'

/** Shows the crash page in place of a page that threw; React has logged the cause. */
class CrashBoundary extends Component<{ brand: Brand; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    const failure = new Failure('internal')
    return (
      <Shell meta={problemMeta(this.props.brand, failure)}>
        <ProblemPage code={failure.code} message={failure.message} />
      </Shell>
    )
  }
}

/** The application below a router, the same on the edge and in the browser. */
export function Root({ data }: { data: PageData }) {
  const { brand, problem } = data
  return (
    <PageDataContext value={data}>
      <CrashBoundary brand={brand}>
        {problem ? (
          <Shell meta={problemMeta(brand, problem)}>
            <ProblemPage code={problem.code} message={problem.message} />
          </Shell>
        ) : (
          <App />
        )}
      </CrashBoundary>
    </PageDataContext>
  )
}
