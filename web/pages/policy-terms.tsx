import { useFacts } from '../app/use-facts.ts'
import { termsSections } from '../content/terms.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  return (
    <Policy
      title="Terms of Service"
      lead={`The rules for using ${facts.name}, as short as they can be.`}
      changed={policyDates.terms}
      sections={termsSections(facts)}
    />
  )
}
