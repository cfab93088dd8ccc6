import * as z from 'zod/mini'
import { failures, type FailureCode } from '../failure.ts'

export const text = z.string()
export const amount = z.number().check(z.nonnegative())
export const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
