import type { Deployment } from './deployed.ts'
import { envFlag } from './plan.ts'
import { StepFailed } from '../../lib/step.ts'

export const rollbackCommand = (target: string, version: string) =>
  `npm run deploy -- rollback ${target} ${version}`

/** When a secret has changed, `wrangler rollback` would make the old secrets live again, without asking. */
export function rollbackCall(target: string, version: string) {
  const why = ['--message', 'npm run deploy -- rollback', '--yes']
  return ['npx', 'wrangler', 'versions', 'deploy', `${version}@100%`, envFlag(target), ...why]
}

export function rollbackFailure(target: string, output: string) {
  // 10220 is the code with which the API refuses a version whose secrets are not the current ones.
  if (!/\b10220\b|secrets have changed/.test(output)) return output
  return `Nothing was changed: a secret has changed since this version was deployed, and the version would bring the old secret back. Deploy its commit instead, which keeps the current secrets: git switch --detach COMMIT, then npm run deploy -- ${target}.\n\n${output}`
}

export async function versionBefore(
  target: string,
  deployments: Deployment[],
  tagOf: (version: string) => Promise<string | undefined>,
) {
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
