import { parseArgs } from 'node:util'
import { TARGETS } from './plan.mjs'
import { StepFailed } from '../step.mjs'

export const HELP = `Usage: npm run deploy -- ${TARGETS.join('|')} [--dry-run [--without-image]] [--fresh-image] [--origin https://HOST]
       npm run deploy -- rollback [${TARGETS.join('|')} [VERSION]]`

/** Matches the id of a version of the Worker. */
const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * @typedef {object} Options
 * @property {string} target staging or production
 * @property {boolean} isRollback
 * @property {string | undefined} version id of the version to roll back to
 * @property {boolean} isDry a dry run changes nothing in the account
 * @property {boolean} withImage builds the image; only a dry run may leave it out
 * @property {boolean} isFresh builds the image without cached layers
 * @property {string | undefined} origin origin of the deployed site
 */

/**
 * Parses the arguments of `npm run deploy`. Throws StepFailed if an argument is missing, invalid or unknown,
 * or has no effect: a misspelt `--dry-run` must not start a real deploy.
 * @param {string[]} args
 * @returns {Options}
 */
export function optionsOf(args) {
  const { positionals, values } = parsed(args)
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

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'without-image': { type: 'boolean' },
        'fresh-image': { type: 'boolean' },
        origin: { type: 'string' },
      },
    })
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Returns the origin of a URL, without its path and its query.
 * @param {string} text
 */
function originIn(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw refusal(`--origin needs a URL such as https://your-domain.tld, not "${text}".`)
  return url.origin
}

/** @param {string} reason */
const refusal = (reason) => new StepFailed(`${reason}\n\n${HELP}`)
