import { useFacts } from '../app/use-facts.ts'
import { privacySections } from '../content/privacy.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  return (
    <Policy
      title="Privacy Policy"
      lead={`What ${facts.name} keeps, for how long, and what it never keeps.`}
      changed={policyDates.privacy}
      sections={privacySections(facts)}
    />
  )
}
