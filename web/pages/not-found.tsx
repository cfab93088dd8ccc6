import { useTexts } from '../app/texts.ts'
import { ProblemPage } from '../app/problem.tsx'

/** The page for unknown URLs. It contains the form, because the visitor may still have a link to paste. */
export function Page() {
  return <ProblemPage code="not_found" message={useTexts('ui').problem.nothingHere} hasForm />
}
