import { installPackages } from './setup.mjs'
import { run, step, StepFailed } from './step.mjs'

const LIMIT_SECONDS = 7_200

/**
 * Installs the packages and runs `work`. When the system's Node is too old to import TypeScript, starts the
 * script again with the Node that npm has installed, with the same arguments.
 * @param {string} script path of the script
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
