import { installPackages } from './setup.mjs'
import { run, step, StepFailed } from '../step.mjs'

/**
 * Installs the npm packages, one of which is Node 24. Then runs `work` if the Node that runs this script can
 * import TypeScript. If this Node is too old, starts the script again with Node 24 and with the same
 * arguments, and the new process runs `work`.
 * @param {string} script path of the script
 * @param {() => Promise<void>} work
 * @param {number} [seconds] maximum duration of the script that is started again
 */
export async function underOwnNode(script, work, seconds = 7_200) {
  await step('npm packages and Node 24', installPackages)
  if (process.features.typescript) return await work()
  const { code } = await run('node', [script, ...process.argv.slice(2)], {
    show: true,
    // The script may call sudo, and sudo asks for the password at the terminal.
    interactive: process.stdin.isTTY,
    seconds,
  })
  if (code !== 0) throw new StepFailed('The script failed. The reason is above.')
}
