import fs from 'node:fs'
import { main, root, runOrFail, step } from './lib/step.mjs'
import { installPackages } from './lib/setup/setup.mjs'

const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/**
 * Compiles the articles, the font subset and the list of platforms. Then builds `web` for the browser and for
 * the edge, unless the last build is newer than all sources.
 */
export async function build() {
  await step('articles', async (say) => {
    // Imported here instead of at the top of the file, because the module needs an npm package. On a new
    // machine, no npm package is installed yet when Node loads this file.
    const { compileArticles } = await import('./lib/pages/articles.mjs')
    say(`${compileArticles()} changed`)
  })
  await step('font', async (say) => {
    const { writeFont } = await import('./lib/pages/font.mjs')
    say((await writeFont()) ? 'changed' : 'up to date')
  })
  await step('platforms', async (say) => {
    // platforms.mjs imports TypeScript, and the Node of the system may be too old for TypeScript. `runOrFail`
    // starts platforms.mjs with the Node that npm has installed.
    say((await runOrFail(['node', 'scripts/lib/pages/platforms.mjs'])).trim())
  })
  await step('pages', async (say) => {
    const built = fs.statSync(`${root}/dist/assets.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Math.max(...sources.map(newest)) < built) return say('up to date')
    await runOrFail(['vite', 'build', '--app'])
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
