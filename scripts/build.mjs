import fs from 'node:fs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'

const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/**
 * Builds both halves of `web`, for the browser and for the edge, unless the last build is newer than all
 * their sources.
 */
export async function build() {
  await step('articles', async (say) => {
    // Imported here instead of at the top of the file, because the module needs an npm package that a new
    // machine has not yet installed when it loads this file.
    const { compileArticles } = await import('./lib/articles.mjs')
    say(`${compileArticles()} changed`)
  })
  await step('font', async (say) => {
    const { writeFont } = await import('./lib/font.mjs')
    say((await writeFont()) ? 'changed' : 'up to date')
  })
  await step('platforms', async (say) => {
    // The script runs in its own process, because it imports TypeScript, and the Node of the system may be
    // too old for that.
    const { code, output } = await run('node', ['scripts/lib/platforms.mjs'])
    if (code !== 0) throw new StepFailed(output)
    say(output.trim())
  })
  await step('pages', async (say) => {
    const built = fs.statSync(`${root}/dist/assets.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Math.max(...sources.map(newest)) < built) return say('up to date')
    const { code, output } = await run('vite', ['build', '--app'])
    if (code !== 0) throw new StepFailed(`The pages could not be built:\n${output}`)
    say('built')
  })
}

/**
 * Returns the time of the newest change of a file, or of any file in a folder, in epoch milliseconds.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = fs.statSync(`${root}/${path}`)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...fs.readdirSync(`${root}/${path}`).map((name) => newest(`${path}/${name}`)))
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  await main(async () => {
    await step('npm packages and Node 24', installPackages)
    await build()
  })
