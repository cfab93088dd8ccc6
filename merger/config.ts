import os from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { mergerKeys, mergerSettings } from '#contract/merger-settings.ts'

const file = z.optional(z.string().check(z.minLength(1)))
const cores = os.availableParallelism()

const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 9_000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  WORK_DIR: z._default(z.string().check(z.minLength(1)), path.join(os.tmpdir(), 'merger')),
  MERGE_SLOTS: z._default(mergerSettings.MERGE_SLOTS, 4),
  /** Most of them wait for the network, so there are more than cores. */
  EXTRACT_CHILDREN: z._default(mergerSettings.EXTRACT_CHILDREN, 6 + 2 * cores),
  EXTRACT_QUEUE: z._default(mergerSettings.EXTRACT_QUEUE, 16 * cores),
  EXITS: z.optional(mergerSettings.EXITS),
  YTDLP_PLUGINS: z.optional(mergerSettings.YTDLP_PLUGINS),
  YTDLP_EXTRACTOR_ARGS: z.optional(mergerSettings.YTDLP_EXTRACTOR_ARGS),
  YTDLP_PROVIDER: z.optional(mergerSettings.YTDLP_PROVIDER),
  MERGER_KEYS: z.optional(mergerKeys),
  /** merger/Dockerfile sets this variable. */
  BUILD: z.optional(z.string()),
  PYTHON: z._default(z.string().check(z.minLength(1)), '/usr/bin/python3'),
  YT_DLP_PATH: file,
  FFMPEG: z._default(z.string().check(z.minLength(1)), 'ffmpeg'),
  FFPROBE: z._default(z.string().check(z.minLength(1)), 'ffprobe'),
  SANDBOX: z._default(z.enum(['require', 'report']), 'report'),
  SSL_CERT_FILE: file,
  NODE_EXTRA_CA_CERTS: file,
})

export type Config = z.infer<typeof environment>

export function config(env: Record<string, string | undefined>): Config {
  // An empty variable counts as not set, because compose files and Dockerfiles often cannot unset a variable.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The merger cannot start with this environment. ${problems.join('; ')}.`)
}
