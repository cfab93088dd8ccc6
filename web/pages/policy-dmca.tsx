import { useTexts } from '../app/texts.ts'
import { mailTo } from '../content/mail.ts'
import { Rich } from '../parts/rich.tsx'
import { useFacts } from '../app/use-facts.ts'
import { dmcaSections } from '../content/dmca.ts'
import { policyDates } from '../content/policy.ts'
import { Policy } from '../articles/policy.tsx'

export function Page() {
  const facts = useFacts()
  const texts = useTexts('pages/policy').dmca
  return (
    <Policy
      title={texts.title}
      lead={<Rich text={texts.lead} given={facts} links={{ dmcaMail: mailTo(facts.dmcaEmail) }} />}
      changed={policyDates.dmca}
      sections={dmcaSections(facts)}
    />
  )
}
