import fs from 'node:fs'
import { main, root, runOrFail, step } from '../lib/step.ts'
import { compileArticles } from './pages/articles.ts'
import { writeFont } from './pages/font.ts'

const sources = ['web', 'contract', 'texts', 'vite.config.ts', 'package-lock.json']

/** Skips the pages when the last build is newer than all sources. */
export async function build() {
  await step('articles', async (say) => {
    say(`${compileArticles()} changed`)
  })
  await step('font', async (say) => {
    say((await writeFont()) ? 'changed' : 'up to date')
  })
  await step('platforms', async (say) => {
    say((await runOrFail(['node', 'scripts/run/pages/platforms.ts'])).trim())
  })
  await step('pages', async (say) => {
    const built = fs.statSync(`${root}/dist/assets.json`, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Math.max(...sources.map(newest)) < built) return say('up to date')
    await runOrFail(['vite', 'build', '--app'])
    say('built')
  })
}

function newest(path: string): number {
  const stat = fs.statSync(`${root}/${path}`)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...fs.readdirSync(`${root}/${path}`).map((name) => newest(`${path}/${name}`)))
}

if (process.argv[1] === new URL(import.meta.url).pathname) await main(build)
