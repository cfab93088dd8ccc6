import type { ClaimsOf } from '../../claims.ts'

/** What stands around the policies. The policies themselves are English. */
export const texts = {
  privacy: { title: 'Privacy Policy', lead: 'What {name} keeps, for how long, and what it never keeps.' },
  terms: { title: 'Terms of Service', lead: 'The rules for using {name}, as short as they can be.' },
  dmca: {
    title: 'DMCA Policy',
    lead: 'How to report a copyright infringement, how to answer a report, and how long each step takes. Write to <dmcaMail>{dmcaEmail}</dmcaMail>.',
  },
  changed: 'Last changed on {day}',
} as const

export const claims: ClaimsOf<typeof texts> = {
  'privacy.lead': ['rules-rights-policies'],
  'terms.lead': [],
  'dmca.lead': [],
}
