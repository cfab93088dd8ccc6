import type { ClaimsOf } from '../claims.ts'

/** Below the field, of a platform that does not work. */
export const texts = {
  refused: '{platform} has refused us since {time}.',
  limited: '{platform} has limited us since {time}.',
  unreachable: 'No connection to {platform} since {time}.',
} as const

export const claims: ClaimsOf<typeof texts> = {
  refused: ['page-names-platform'],
  limited: ['page-names-platform'],
  unreachable: ['page-names-platform'],
}
