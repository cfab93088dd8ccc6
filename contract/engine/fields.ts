import * as z from 'zod/mini'
import { failures, type FailureCode } from '../failure.ts'

// Field types that several schemas of the protocol between edge and merger use.

export const text = z.string()
export const amount = z.number().check(z.nonnegative())
export const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
