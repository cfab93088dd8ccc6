import * as z from 'zod/mini'
import { exitsText } from './exits.ts'

const wholeNumber = (low: number, high: number) => z.coerce.number().check(z.int(), z.gte(low), z.lte(high))

/**
 * The environment variables of a merger that an operator may also set in the Worker. There each name has the
 * prefix `MERGER_` (edge/mergers/container-settings.ts).
 */
export const mergerSettings = {
  MERGE_SLOTS: wholeNumber(1, 64),
  EXTRACT_CHILDREN: wholeNumber(1, 128),
  EXTRACT_QUEUE: wholeNumber(0, 10_000),
  EGRESS_PROXY: z
    .string()
    .check(z.refine((text) => isProxy(text), 'must have the form http://[user:password@]host:port')),
  EXITS: exitsText,
} as const

/** Keys that edge and mergers share, the newest first. More than one is valid while keys are rotated. */
export const mergerKeys = z
  .string()
  .check(
    z.refine(
      (text) => /^[\w-]{43,128}(\s+[\w-]{43,128}){0,3}$/.test(text),
      'must hold one to four keys of at least 43 characters (A-Z a-z 0-9 _ -), separated by spaces',
    ),
  )

/** The single keys in a valid MERGER_KEYS. */
export const keysIn = (text: string): string[] => text.split(/\s+/)

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'http:' && url.hostname !== '' && url.pathname === '/'
}
