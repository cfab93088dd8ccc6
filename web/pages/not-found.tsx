import { ProblemPage } from '../app/problem.tsx'

/** The page for unknown URLs. It contains the form, because the visitor may still have a link to paste. */
export function Page() {
  return (
    <ProblemPage
      code="not_found"
      message="There is nothing at this address. Paste a link here, or start from the homepage."
      hasForm
    />
  )
}
