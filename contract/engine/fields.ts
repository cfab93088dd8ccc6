import * as z from 'zod/mini'
import type { FailureCode } from '../failure.ts'
import { failures } from '../failures.ts'

export const text = z.string()
export const amount = z.number().check(z.nonnegative())
export const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
