import { TARGETS } from '../config.ts'
import { argumentsOf, usageError } from '../../lib/step.ts'

export const HELP = `npm run deploy -- ${TARGETS.join('|')} [--dry-run [--without-image]] [--fresh-image] [--origin https://HOST]
       npm run deploy -- rollback [${TARGETS.join('|')} [VERSION]]`

const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  'without-image': { type: 'boolean' },
  'fresh-image': { type: 'boolean' },
  origin: { type: 'string' },
} as const

export interface Options {
  target: string
  isRollback: boolean
  version: string | undefined
  isDry: boolean
  /** builds the image; only a dry run may leave it out */
  withImage: boolean
  isFresh: boolean
  origin: string | undefined
}

export function optionsOf(args: string[]): Options {
  const { positionals, values } = argumentsOf(HELP, OPTIONS, { args, most: 3 })
  const isRollback = positionals[0] === 'rollback'
  const [target = isRollback ? 'production' : '', ...rest] = isRollback ? positionals.slice(1) : positionals
  if (!TARGETS.some((one) => one === target)) throw refusal('Name the target of the deploy.')
  const version = isRollback ? rest.shift() : undefined
  if (version !== undefined && !VERSION.test(version)) throw refusal(`${version} is not the id of a version.`)
  if (rest.length > 0) throw refusal(`Unexpected argument: ${rest.join(' ')}`)
  if (isRollback && Object.keys(values).length > 0) throw refusal('A rollback has no options.')
  const isDry = values['dry-run'] ?? false
  const withImage = !values['without-image']
  if (!withImage && !isDry) throw refusal('--without-image is only possible with --dry-run.')
  const isFresh = values['fresh-image'] ?? false
  if (isFresh && !withImage) throw refusal('--fresh-image has no effect with --without-image.')
  return {
    target,
    isRollback,
    version,
    isDry,
    withImage,
    isFresh,
    origin: values.origin && originIn(values.origin),
  }
}

function originIn(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw refusal(`--origin needs a URL such as https://your-domain.tld, not "${text}".`)
  return url.origin
}

const refusal = (reason: string) => usageError(HELP, reason)
