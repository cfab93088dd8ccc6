import * as z from 'zod/mini'
import { platforms } from './platforms/index.ts'

// An exit is a proxy of the operator for the traffic of a merger, or `direct`, which is no proxy. In the
// setting EXITS, the operator lists the proxies and assigns exits to platforms (docs/operations.md).

/** Name of the exit without a proxy, which always exists. */
export const DIRECT = 'direct'
/** Name of the exit of a merger with the setting EGRESS_PROXY. Such a merger has no other exit. */
export const ONLY_PROXY = 'proxy'
/**
 * Default maximum number of YouTube extractions per hour through one exit. YouTube starts to refuse an IP
 * address at about twice this rate.
 */
const YOUTUBE_PER_HOUR = 150

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/))
const proxyName = name.check(
  z.refine((text) => text !== DIRECT && text !== ONLY_PROXY, 'must not be "direct" or "proxy"'),
)
const platformId = z
  .string()
  .check(z.refine((id) => platforms.some((each) => each.id === id), 'is not the id of a platform'))
const perHour = z.record(platformId, z.number().check(z.int(), z.gte(1), z.lte(100_000)))

const exitSchema = z.strictObject({
  /**
   * URL of the proxy: http, https or socks5h. The merger replaces `{session}` in the user name by the number
   * of the proxy session. Proxy providers keep the same IP address for all requests with the same number.
   */
  via: z.string().check(z.refine((text) => isProxy(text), 'must be http, https or socks5h://host:port')),
  /**
   * True if the proxy gets the host name from the merger; false if it gets an IP address. In both cases, the
   * merger first resolves the name and checks all addresses. Default: true for socks5h, false for http and
   * https.
   */
  names: z.optional(z.boolean()),
  /** Number of proxy sessions. Each extraction uses a random one of them. */
  sessions: z._default(z.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
  /** Maximum number of extractions per hour through this exit, by platform id. */
  per_hour: z._default(perHour, {}),
})

const exitsSchema = z
  .strictObject({
    exits: z.record(proxyName, exitSchema),
    /** Maximum number of extractions per hour through the exit without a proxy, by platform id. */
    direct_per_hour: z._default(perHour, {}),
    /**
     * Each route assigns exits to platforms. A link uses the first route that lists its platform or has no
     * `platforms`.
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
    /**
     * The exit for all traffic except in two cases:
     * - If a route applies to a link, the extraction of the link uses the exits of the route.
     * - If a media link works only from the IP address of its extraction, the merger fetches it through the
     *   exit of that extraction.
     */
    default: z._default(name, DIRECT),
  })
  .check(z.refine((value) => unknownNames(value).length === 0, 'names an exit that is not in "exits"'))

/** The parsed value of the setting EXITS. */
export type ExitSettings = z.infer<typeof exitsSchema>
export type ExitSetting = z.infer<typeof exitSchema>

/** Schema that checks whether a text is a valid setting EXITS in JSON. The output is the unchanged text. */
export const exitsText = z
  .string()
  .check(z.refine((text) => parse(text)?.success === true, { error: (issue) => problemOf(issue.input) }))

/** Parses the text of a valid setting EXITS. Throws a ZodError for any other text. */
export const exitsOf = (text: string): ExitSettings => exitsSchema.parse(JSON.parse(text))

/**
 * Converts the setting EGRESS_PROXY to the equivalent setting EXITS: all traffic of the merger goes through
 * the proxy with the URL `via`.
 */
export const exitsOfProxy = (via: string): ExitSettings => ({
  ...noExits(),
  exits: { [ONLY_PROXY]: exitSchema.parse({ via }) },
  routes: [{ try: [ONLY_PROXY] }],
  default: ONLY_PROXY,
})

/**
 * The exit settings of a merger that has neither EXITS nor EGRESS_PROXY: all traffic leaves without a proxy.
 */
export const noExits = (): ExitSettings => exitsSchema.parse({ exits: {} })

/**
 * Returns the maximum number of extractions per hour from a platform through one exit; undefined means no
 * limit.
 */
export function budgetOf(settings: ExitSettings, exit: string, platform: string): number | undefined {
  const own = exit === DIRECT ? settings.direct_per_hour : settings.exits[exit]?.per_hour
  return own?.[platform] ?? (platform === 'youtube' ? YOUTUBE_PER_HOUR : undefined)
}

function parse(text: string) {
  try {
    return exitsSchema.safeParse(JSON.parse(text))
  } catch {
    return undefined // The text is not JSON. The function `problemOf` then returns "is not JSON".
  }
}

/**
 * Returns a message that names the invalid field. It never contains the value of the field, because a proxy
 * URL can contain a password.
 */
function problemOf(text: unknown): string {
  const parsed = parse(String(text))
  if (!parsed) return 'is not JSON'
  const issue = parsed.error?.issues[0]
  // For an invalid key of a record, the message is "Invalid input", and `issue.issues` holds the reason.
  const reason = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return `${issue?.path.join('.') || 'EXITS'}: ${reason?.message ?? 'is malformed'}`
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
