import * as z from 'zod/mini'
import { exitsText } from './exits.ts'

const wholeNumber = (low: number, high: number) => z.coerce.number().check(z.int(), z.gte(low), z.lte(high))

/** At the Worker, each name has the prefix `MERGER_`. */
export const mergerSettings = {
  MERGE_SLOTS: wholeNumber(1, 64),
  EXTRACT_CHILDREN: wholeNumber(1, 128),
  EXTRACT_QUEUE: wholeNumber(0, 10_000),
  EXITS: exitsText,
  YTDLP_PLUGINS: z.string().check(z.regex(/^\/[^:]+(:\/[^:]+)*$/, 'must be an absolute path')),
  YTDLP_EXTRACTOR_ARGS: z
    .string()
    .check(
      z.refine((text) => isExtractorArgs(text), 'must be JSON like {"youtube": {"player_client": ["mweb"]}}'),
    ),
  /**
   * Plug-ins run in the sandbox and cannot reach the server directly. So the merger replaces `{provider}` in
   * YTDLP_EXTRACTOR_ARGS and forwards their requests.
   */
  YTDLP_PROVIDER: z.string().check(z.refine((text) => isProxy(text), 'must have the form http://host:port')),
} as const

/** The newest first. There are several keys while an operator rotates them. */
export const mergerKeys = z
  .string()
  .check(
    z.refine(
      (text) => /^[\w-]{43,128}(\s+[\w-]{43,128}){0,3}$/.test(text),
      'must hold one to four keys of at least 43 characters (A-Z a-z 0-9 _ -), separated by spaces',
    ),
  )

export const keysIn = (text: string): string[] => text.split(/\s+/)

const extractorArgs = z.record(z.string(), z.record(z.string(), z.array(z.string())))

function isExtractorArgs(text: string): boolean {
  try {
    return text.length <= 16_384 && extractorArgs.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'http:' && url.hostname !== '' && url.pathname === '/'
}
