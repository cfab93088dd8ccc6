import * as z from 'zod/mini'
import { mergerSettings } from '#contract/merger-settings.ts'

const text = z.string().check(z.minLength(1))
const number = z.coerce.number().check(z.gt(0))

/** IPv4 and IPv6 networks that no host of the internet has (RFC 1918, RFC 4193). */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', 'fc00::/7', '::1/128']

const environment = z.object({
  DATA: z._default(text, '/data'),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535)), 8_787),
  MERGER_PORT: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535)), 9_000),
  HOST: z._default(text, '*'),
  /** Hosts of ours, separated by spaces. They are reached by https; without one, only addresses work. */
  DOMAIN: z._default(z.string(), ''),
  /** Networks whose proxies say who the visitor is, or `private`. */
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(private|[\da-f.:]+\/\d{1,3})([\s,]+(private|[\da-f.:]+\/\d{1,3}))*$|^$/,
          'must list networks',
        ),
      ),
    '',
  ),
  /** Default: four fifths of what is free. */
  DISK_GIB: z.optional(number),
  PYTHON: z._default(text, '/opt/yt-dlp/bin/python'),
  WORKERD: z._default(text, 'workerd'),
  SANDBOX: z._default(z.enum(['require', 'report']), 'require'),
})

export type Settings = z.infer<typeof environment>

export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The machine cannot start with this environment. ${problems.join('; ')}.`)
}

export function trustedNetworks({ TRUSTED_PROXIES }: Pick<Settings, 'TRUSTED_PROXIES'>): string[] {
  const names = TRUSTED_PROXIES.split(/[\s,]+/).filter((one) => one !== '')
  return names.flatMap((one) => (one === 'private' ? PRIVATE : [one]))
}

/** Of `MERGER_EXITS` the merger gets `EXITS`, as a container at Cloudflare does. */
export function settingsOfMerger(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(mergerSettings)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[`MERGER_${name}`]
      return value ? [[name, value]] : []
    }),
  )
}
