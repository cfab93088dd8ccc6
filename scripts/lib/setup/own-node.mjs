import { installPackages } from './setup.mjs'
import { run, step, StepFailed } from '../step.mjs'

/**
 * Runs `work` in a Node that can import TypeScript. First installs the npm packages, one of which is Node 24.
 * - If the current Node can import TypeScript, runs `work` in this process.
 * - Otherwise starts the script again with Node 24 and the same arguments. The new process runs `work`.
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
