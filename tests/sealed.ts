import { describe } from 'vitest'

/**
 * Whether the tests run in the sealed internet (tests/internet/enter.sh), which answers for platforms and
 * hostile hosts.
 */
const isSealed = process.env['SEALED_INTERNET'] === '1'

/** A suite that needs the sealed internet. Elsewhere it is skipped. */
export const describeSealed = describe.skipIf(!isSealed)
