import * as z from 'zod/mini'
import type { Clip } from '../clip.ts'
import type { FailureCode } from '../failure.ts'
import { failures } from '../failures.ts'

export const text = z.string()
export const amount = z.number().check(z.nonnegative())
export const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])
export const clipSchema: z.ZodMiniType<Clip> = z.object({ start: z.number(), end: z.number() })
export const subtitleChoiceSchema = z.object({ language: text, automatic: z.boolean() })
