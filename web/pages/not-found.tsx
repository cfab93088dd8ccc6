import { Failure } from '#contract/failure.ts'
import { ProblemPage } from './problem.tsx'

/** Where no page stands. */
export function NotFoundPage() {
  const { code, message } = new Failure('not_found')
  return <ProblemPage code={code} message={message} />
}
