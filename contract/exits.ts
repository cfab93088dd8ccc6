import * as z from 'zod/mini'
import { platforms } from './platforms/index.ts'

// The setting EXITS: the addresses from which a merger reaches the internet. An operator names upstream
// proxies and says which platforms use them (docs/operations.md).

/** The exit without a proxy. It always exists. */
export const DIRECT = 'direct'
/** Extractions of YouTube in one hour by one exit. YouTube limits an address at about twice this rate. */
const YOUTUBE_PER_HOUR = 150

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/))
const platformId = z
  .string()
  .check(z.refine((id) => platforms.some((each) => each.id === id), 'is not the id of a platform'))
const perHour = z.record(platformId, z.number().check(z.int(), z.gte(1), z.lte(100_000)))

const exitSchema = z.strictObject({
  /**
   * The proxy: http, https or socks5h. `{session}` in its user name becomes the number of the session, by
   * which sellers of proxies keep one address.
   */
  via: z.string().check(z.refine((text) => isProxy(text), 'must be http, https or socks5h://host:port')),
  /**
   * True: the proxy resolves host names, after the merger has checked the addresses of its own look-up.
   * False: the proxy gets the checked address. Default: true for socks5h only.
   */
  names: z.optional(z.boolean()),
  /** Number of sessions that extractions draw from. */
  sessions: z._default(z.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
  /** Most extractions in an hour, by platform id. */
  per_hour: z._default(perHour, {}),
})

const exitsSchema = z
  .strictObject({
    exits: z.record(name, exitSchema),
    /** Budgets of the exit without a proxy. */
    direct_per_hour: z._default(perHour, {}),
    /** The first route with the platform of a link applies; one without `platforms` applies to every link. */
    routes: z._default(
      z.array(
        z.strictObject({
          platforms: z.optional(z.array(platformId)),
          try: z.array(name).check(z.minLength(1)),
        }),
      ),
      [],
    ),
    /** The exit of everything but extractions and bound media. */
    default: z._default(name, DIRECT),
  })
  .check(z.refine((value) => unknownNames(value).length === 0, 'names an exit that is not in "exits"'))

/** A setting EXITS that has been parsed. */
export type ExitSettings = z.infer<typeof exitsSchema>
export type ExitSetting = z.infer<typeof exitSchema>

/** A text of JSON that is a valid setting. */
export const exitsText = z
  .string()
  .check(z.refine((text) => parse(text)?.success === true, { error: (issue) => problemOf(issue.input) }))

/** Parses a valid setting. Throws a ZodError otherwise. */
export const exitsOf = (text: string): ExitSettings => exitsSchema.parse(JSON.parse(text))

/** The setting that the short form EGRESS_PROXY means: one proxy for all traffic. */
export const exitsOfProxy = (via: string): ExitSettings =>
  exitsSchema.parse({ exits: { proxy: { via } }, routes: [{ try: ['proxy'] }], default: 'proxy' })

/** Without a setting, everything leaves directly. */
export const noExits = (): ExitSettings => exitsSchema.parse({ exits: {} })

/** Most extractions of a platform in an hour by one exit; undefined means no bound. */
export function budgetOf(settings: ExitSettings, exit: string, platform: string): number | undefined {
  const own = exit === DIRECT ? settings.direct_per_hour : settings.exits[exit]?.per_hour
  return own?.[platform] ?? (platform === 'youtube' ? YOUTUBE_PER_HOUR : undefined)
}

function parse(text: string) {
  try {
    return exitsSchema.safeParse(JSON.parse(text))
  } catch {
    return undefined // Not JSON: the caller says so.
  }
}

/** Names the wrong field, and no value: a value may contain a password. */
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
