import fs from 'node:fs'
import { root, run, step, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'
import { main } from './lib/step.mjs'

const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/** Builds both halves of `web` where a source is newer than the last build. */
export async function build() {
  await step('articles', async (say) => {
    // Reads Markdown by a package that a fresh machine does not have before its packages are installed.
    const { compileArticles } = await import('./lib/articles.mjs')
    say(`${compileArticles()} compiled anew`)
  })
  await step('font', async (say) => {
    const { writeFont } = await import('./lib/font.mjs')
    say((await writeFont()) ? 'cut anew' : 'up to date')
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

/** When something in a file or folder last changed, epoch milliseconds. */
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
