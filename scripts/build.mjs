import fs from 'node:fs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'

const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/** Builds the browser and the server half of `web`, if a source is newer than the last build. */
export async function build() {
  await step('articles', async (say) => {
    // Imported here, because it needs a package that a new machine does not have when this file is loaded.
    const { compileArticles } = await import('./lib/articles.mjs')
    say(`${compileArticles()} changed`)
  })
  await step('font', async (say) => {
    const { writeFont } = await import('./lib/font.mjs')
    say((await writeFont()) ? 'changed' : 'up to date')
  })
  await step('platforms', async (say) => {
    // A process of its own: it imports TypeScript, which the system's Node may be too old for.
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
 * Returns when a file, or any file in a folder, was last changed, in epoch milliseconds.
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
