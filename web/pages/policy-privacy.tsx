import { useSay, useTexts } from '../app/texts.ts'
import { useFacts } from '../app/use-facts.ts'
import { privacySections } from '../content/privacy.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  const texts = useTexts('pages/policy').privacy
  return (
    <Policy
      title={texts.title}
      lead={useSay()(texts.lead, facts)}
      changed={policyDates.privacy}
      sections={privacySections(facts)}
    />
  )
}
