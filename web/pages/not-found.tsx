import { Failure } from '#contract/failure.ts'
import { ProblemPage } from '../app/problem.tsx'

/** The page for unknown URLs. It contains the form, because the visitor may still have a link to paste. */
export function Page() {
  const { code, message } = new Failure('not_found')
  return <ProblemPage code={code} message={message} hasForm />
}
