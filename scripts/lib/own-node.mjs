import { installPackages } from './setup.mjs'
import { run, step, StepFailed } from './step.mjs'

const LIMIT_SECONDS = 7_200

/**
 * Installs the packages and runs `work` under their Node. The system's Node may be too old to import
 * TypeScript. Then the script starts again under the packaged Node, with the same arguments.
 * @param {string} script the file of the script
 * @param {() => Promise<void>} work
 */
export async function underOwnNode(script, work) {
  await step('npm packages and Node 24', installPackages)
  if (process.features.typescript) return await work()
  const { code } = await run('node', [script, ...process.argv.slice(2)], {
    show: true,
    seconds: LIMIT_SECONDS,
  })
  if (code !== 0) throw new StepFailed('It failed. The reason is above.')
}
