import * as z from 'zod/mini'
import { platforms } from './platforms/index.ts'

export const DIRECT = 'direct'
/** YouTube starts to refuse an IP address at about twice this rate. */
const YOUTUBE_PER_HOUR = 150

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/))
const proxyName = name.check(z.refine((text) => text !== DIRECT, 'must not be "direct"'))
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
   * True if the proxy gets the host name. The merger first resolves the name and checks all addresses in any
   * case.
   */
  names: z.optional(z.boolean()),
  sessions: z._default(z.number().check(z.int(), z.gte(1), z.lte(1_000)), 1),
  per_hour: z._default(perHour, {}),
})

const exitsSchema = z
  .strictObject({
    exits: z.record(proxyName, exitSchema),
    direct_per_hour: z._default(perHour, {}),
    routes: z._default(
      z.array(
        z.strictObject({
          platforms: z.optional(z.array(platformId)),
          try: z.array(name).check(z.minLength(1)),
        }),
      ),
      [],
    ),
    default: z._default(name, DIRECT),
  })
  .check(z.refine((value) => unknownNames(value).length === 0, 'names an exit that is not in "exits"'))

export type ExitSettings = z.infer<typeof exitsSchema>

export const exitsText = z
  .string()
  .check(z.refine((text) => parse(text)?.success === true, { error: (issue) => problemOf(issue.input) }))

export const exitsOf = (text: string): ExitSettings => exitsSchema.parse(JSON.parse(text))

export const noExits = (): ExitSettings => exitsSchema.parse({ exits: {} })

export function hourlyLimit(settings: ExitSettings, exit: string, platform: string): number | undefined {
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

/** Never contains the value of the field, because a proxy URL can contain a password. */
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
