import { envFlag } from './plan.mjs'
import { StepFailed } from '../step.mjs'

// Builds the commands of a rollback and chooses the version to return to. `scripts/deploy.mjs` runs them.

/**
 * @typedef {object} Deployment one deployment of `wrangler deployments list --json`
 * @property {string} created_on
 * @property {{ version_id: string, percentage: number }[]} versions
 */

/**
 * Returns the command with which the operator rolls a target back to a version.
 * @param {string} target
 * @param {string} version
 */
export const rollbackCommand = (target, version) => `npm run deploy -- rollback ${target} ${version}`

/**
 * Returns the command that makes a version live: `wrangler versions deploy`. The API refuses this command if
 * a secret has changed since the version was deployed. In this case, `wrangler rollback` would instead make
 * the old secrets live again. Without a terminal, `wrangler rollback` would not even ask the operator first.
 * @param {string} target
 * @param {string} version
 */
export function rollbackCall(target, version) {
  const why = ['--message', 'npm run deploy -- rollback', '--yes']
  return ['npx', 'wrangler', 'versions', 'deploy', `${version}@100%`, envFlag(target), ...why]
}

/**
 * Returns the error message for a failed rollback: Wrangler's output. If a secret has changed, the message
 * begins with an explanation.
 * @param {string} target
 * @param {string} output
 */
export function rollbackFailure(target, output) {
  // 10220 is the code with which the API refuses a version whose secrets are not the current ones.
  if (!/\b10220\b|secrets have changed/.test(output)) return output
  return `Nothing was changed: a secret has changed since this version was deployed, and the version would bring the old secret back. Deploy its commit instead, which keeps the current secrets: git switch --detach COMMIT, then npm run deploy -- ${target}.\n\n${output}`
}

/**
 * Parses the output of `wrangler deployments list --json`. A banner around the list is ignored.
 * @param {string} output
 * @returns {Deployment[]} the newest deployment first
 */
export function deploymentsIn(output) {
  const [list = '[]'] = /^\[$[^]*^\]$/m.exec(output) ?? []
  return JSON.parse(list).toReversed()
}

/**
 * Returns the version that was live before the last deploy. Throws StepFailed in each of these cases:
 * - The newest deployment is a rollback.
 * - One of the two newest deployments is missing, or `npm run deploy` has not made it.
 * - One of the two newest deployments has several versions.
 * - The two newest deployments have the same commit. A change of a secret, for example, makes a new
 *   deployment of the same commit.
 * @param {string} target
 * @param {Deployment[]} deployments the newest deployment first
 * @param {(version: string) => Promise<string | undefined>} tagOf returns the tag of a version, which is the
 *   commit; undefined if `npm run deploy` has not made the version
 */
export async function versionBefore(target, deployments, tagOf) {
  const ids = deployments.map(({ versions }) => (versions.length === 1 ? versions[0]?.version_id : undefined))
  const [live, before] = ids
  // If the live version was also live earlier, the latest deployment is a rollback, not a deploy.
  const isDeploy = live !== undefined && before !== undefined && !ids.includes(live, 1)
  const [tag, other] = isDeploy ? [await tagOf(live), await tagOf(before)] : []
  if (isDeploy && before && tag && other && tag !== other) return before
  const lines = deployments.map(
    ({ created_on, versions }) => `  ${created_on}  ${versions.map((one) => one.version_id).join(' ')}`,
  )
  throw new StepFailed(
    `The last two deployments are not deploys of two different commits, for example because a secret has changed. Choose the version yourself: ${rollbackCommand(target, 'VERSION')}. These are the versions, newest first; "npx wrangler deployments list ${envFlag(target)}" also shows their commits:\n${lines.join('\n') || '  none'}`,
  )
}

/**
 * Returns the tag in the output of `wrangler versions view --json`.
 * @param {string} output
 */
export const tagIn = (output) => /"workers\/tag":\s*"([^"]+)"/.exec(output)?.[1]
