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
  /** A folder of yt-dlp plug-ins, such as a provider of PO tokens: FOLDER/NAME/yt_dlp_plugins/... */
  YTDLP_PLUGINS: z.string().check(z.regex(/^\/./, 'must be an absolute path')),
  /** yt-dlp's extractor arguments as JSON: `{"youtube": {"player_client": ["default", "mweb"]}}`. */
  YTDLP_EXTRACTOR_ARGS: z
    .string()
    .check(
      z.refine((text) => isExtractorArgs(text), 'must be JSON like {"youtube": {"player_client": ["mweb"]}}'),
    ),
  /**
   * The program that a plug-in asks. In the arguments, `{provider}` becomes the URL that plug-ins use for it.
   */
  YTDLP_PROVIDER: z.string().check(z.refine((text) => isProxy(text), 'must have the form http://host:port')),
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

const extractorArgs = z.record(z.string(), z.record(z.string(), z.array(z.string())))

function isExtractorArgs(text: string): boolean {
  try {
    return text.length <= 16_384 && extractorArgs.safeParse(JSON.parse(text)).success
  } catch {
    return false // Not JSON.
  }
}

function isProxy(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'http:' && url.hostname !== '' && url.pathname === '/'
}
