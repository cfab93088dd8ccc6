import { describe } from 'vitest'

/**
 * True if the tests run in the sealed internet (tests/internet/enter.sh), where imitations of platforms and
 * hostile hosts respond.
 */
const isSealed = process.env['SEALED_INTERNET'] === '1'

/** Defines a suite that needs the sealed internet. Outside the sealed internet the suite is skipped. */
export const describeSealed = describe.skipIf(!isSealed)
