import { step } from '../lib/step.ts'
import { resultOf, sendJson } from './account-api.ts'

const PATH = '/alerting/v3/policies'
/** Included in Workers Paid. Above it, each million costs money. */
const REQUESTS = '10000000'

type Policy = { name: string; alert_type: string; filters: Record<string, string[]> }

const policiesOf = (worker: string): Policy[] => [
  {
    name: `${worker}: incidents of Cloudflare`,
    alert_type: 'incident_alert',
    filters: { incident_impact: ['INCIDENT_IMPACT_MAJOR', 'INCIDENT_IMPACT_CRITICAL'] },
  },
  {
    name: `${worker}: more requests than are included`,
    alert_type: 'billing_usage_alert',
    filters: { product: ['worker_requests'], limit: [REQUESTS] },
  },
]

/** What the account itself can tell. The state of the product is told by a monitor of /api/health. */
export async function setUpAlerts(worker: string, mail: string): Promise<void> {
  const known = (await resultOf<{ name: string }[]>(PATH)) ?? []
  for (const policy of policiesOf(worker))
    await step(`alert ${policy.name}`, async (say) => {
      if (known.some(({ name }) => name === policy.name)) return say('is there')
      await sendJson('POST', PATH, { ...policy, enabled: true, mechanisms: { email: [{ id: mail }] } })
      say(`written to ${mail}`)
    })
}
