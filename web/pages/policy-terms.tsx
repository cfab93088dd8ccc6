import { useSay, useTexts } from '../app/texts.ts'
import { useFacts } from '../app/use-facts.ts'
import { termsSections } from '../content/terms.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  const texts = useTexts('pages/policy').terms
  return (
    <Policy
      title={texts.title}
      lead={useSay()(texts.lead, facts)}
      changed={policyDates.terms}
      sections={termsSections(facts)}
    />
  )
}
