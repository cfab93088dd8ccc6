import * as z from 'zod/mini'
import { platforms } from './platforms/index.ts'

// The setting EXITS defines the exits of a merger: the proxies through which it reaches the internet. An
// operator names the upstream proxies and assigns platforms to them (docs/operations.md).

/** Name of the exit that uses no proxy. It exists in every setting. */
export const DIRECT = 'direct'
/**
 * Default maximum of YouTube extractions per hour through one exit. YouTube starts to limit an IP address at
 * about twice this rate.
 */
const YOUTUBE_PER_HOUR = 150

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/))
const platformId = z
  .string()
  .check(z.refine((id) => platforms.some((each) => each.id === id), 'is not the id of a platform'))
const perHour = z.record(platformId, z.number().check(z.int(), z.gte(1), z.lte(100_000)))

const exitSchema = z.strictObject({
  /**
   * URL of the proxy: http, https or socks5h. The merger replaces `{session}` in the user name by the
   * session's number. Proxy sellers use such a number to keep one IP address for a session.
   */
  via: z.string().check(z.refine((text) => isProxy(text), 'must be http, https or socks5h://host:port')),
  /**
   * Whether the proxy gets host names. If true, the merger resolves the name, checks the addresses, and then
   * sends the name to the proxy. If false, the merger sends the checked address to the proxy. Default: true
   * for socks5h only.
   */
  names: z.optional(z.boolean()),
  /** Number of proxy sessions among which the extractions are distributed. */
  sessions: z._default(z.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
  /** Maximum of extractions per hour, by platform id. */
  per_hour: z._default(perHour, {}),
})

const exitsSchema = z
  .strictObject({
    exits: z.record(name, exitSchema),
    /** Maximum of extractions per hour through the exit without a proxy, by platform id. */
    direct_per_hour: z._default(perHour, {}),
    /**
     * The first route that lists the platform of a link applies. A route without `platforms` applies to every
     * link.
     */
    routes: z._default(
      z.array(
        z.strictObject({
          platforms: z.optional(z.array(platformId)),
          try: z.array(name).check(z.minLength(1)),
        }),
      ),
      [],
    ),
    /** The exit for all traffic except extractions and bound media links. */
    default: z._default(name, DIRECT),
  })
  .check(z.refine((value) => unknownNames(value).length === 0, 'names an exit that is not in "exits"'))

/** The parsed value of the setting EXITS. */
export type ExitSettings = z.infer<typeof exitsSchema>
export type ExitSetting = z.infer<typeof exitSchema>

/** Schema for the text of the setting EXITS: JSON that is a valid setting. The output is the same text. */
export const exitsText = z
  .string()
  .check(z.refine((text) => parse(text)?.success === true, { error: (issue) => problemOf(issue.input) }))

/** Parses the text of a valid setting. Throws a ZodError for any other text. */
export const exitsOf = (text: string): ExitSettings => exitsSchema.parse(JSON.parse(text))

/**
 * Returns the setting that is equivalent to EGRESS_PROXY, the short form of EXITS: all traffic uses one
 * proxy.
 */
export const exitsOfProxy = (via: string): ExitSettings =>
  exitsSchema.parse({ exits: { proxy: { via } }, routes: [{ try: ['proxy'] }], default: 'proxy' })

/** The setting of a merger without EXITS: all traffic leaves without a proxy. */
export const noExits = (): ExitSettings => exitsSchema.parse({ exits: {} })

/** Returns the maximum of extractions of a platform per hour through one exit; undefined means no limit. */
export function budgetOf(settings: ExitSettings, exit: string, platform: string): number | undefined {
  const own = exit === DIRECT ? settings.direct_per_hour : settings.exits[exit]?.per_hour
  return own?.[platform] ?? (platform === 'youtube' ? YOUTUBE_PER_HOUR : undefined)
}

function parse(text: string) {
  try {
    return exitsSchema.safeParse(JSON.parse(text))
  } catch {
    return undefined // The text is not JSON. `problemOf` reports that to the operator.
  }
}

/**
 * Returns a message that names the invalid field but contains no value, because a value can contain a
 * password.
 */
function problemOf(text: unknown): string {
  const parsed = parse(String(text))
  if (!parsed) return 'is not JSON'
  const issue = parsed.error?.issues[0]
  return `${issue?.path.join('.') || 'EXITS'}: ${issue?.message ?? 'is malformed'}`
}

function unknownNames(settings: { exits: object; routes: { try: string[] }[]; default: string }): string[] {
  const used = [settings.default, ...settings.routes.flatMap((route) => route.try)]
  return used.filter((each) => each !== DIRECT && !Object.hasOwn(settings.exits, each))
}

function isProxy(text: string): boolean {
  const filled = text.replace('{session}', '1')
  if (!URL.canParse(filled)) return false
  const url = new URL(filled)
  const hasPath = url.pathname !== '' && url.pathname !== '/'
  return ['http:', 'https:', 'socks5h:'].includes(url.protocol) && url.hostname !== '' && !hasPath
}
