import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  title: 'Status',
  lead: 'What works here right now, counted from the links of the last hour.',
  asOf: 'As of {time} UTC.',
  faults: {
    down: 'Processing is paused. No link can be read at the moment.',
    merges:
      'Putting files together fails more often than not at the moment. Files that are complete at the platform can be saved.',
    day: 'The work of this day is used up. Files are put together again after 00:00 UTC; files that are complete at the platform can still be saved.',
  },
  columns: { platform: 'Platform', state: 'State', time: 'Usual time' },
  since: 'since {time} UTC',
  otherSites: 'Other sites',
  states: {
    works: 'works',
    limited: 'limited',
    refused: 'refused',
    unreachable: 'no connection',
    unknown: 'no news',
  },
  meaning: 'What the words mean',
  meanings: {
    works: 'A link was read in the last hour.',
    limited: 'The platform refuses some of our requests, or more than half of the last links failed.',
    refused: 'The platform refuses all our servers. They try again with a link of our own.',
    unreachable: 'None of our servers gets a connection to the platform.',
    unknown: 'No link of this platform was read in the last hour, and nothing is known to be wrong.',
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: ['status-counted'],
  asOf: [],
  'faults.down': ['status-counted'],
  'faults.merges': ['status-counted'],
  'faults.day': ['status-counted'],
  'meanings.works': ['status-counted'],
  'meanings.limited': ['status-counted'],
  'meanings.refused': ['status-counted'],
  'meanings.unreachable': ['status-counted'],
  'meanings.unknown': ['status-counted'],
}
