import { useFacts } from '../app/use-facts.ts'
import { dmcaSections } from '../content/dmca.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  return (
    <Policy
      title="DMCA Policy"
      lead={
        <>
          How to report a copyright infringement, how to answer a report, and how long each step takes. Write
          to <a href={`mailto:${facts.dmcaEmail}`}>{facts.dmcaEmail}</a>.
        </>
      }
      changed={policyDates.dmca}
      sections={dmcaSections(facts)}
    />
  )
}
