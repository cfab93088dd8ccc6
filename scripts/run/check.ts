import { main, run, runOrFail, step, StepFailed, argumentsOf, type Say } from '../lib/step.ts'
import { lintPython } from './lint-python.ts'
import { lockProblems, readLock } from '../lib/setup/lock.ts'
import { weighExpressions } from './expressions.ts'
import { commentShares } from '../lib/comment-share.ts'
import { densities, FOLDERS } from '../lib/density.ts'
import { oddityProblems, readRecord } from '../lib/oddities.ts'
import { build } from './build.ts'

const checks = {
  types: ['tsc', '-b', '--force'],
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'types of the Worker’s bindings are up to date': [
    'wrangler',
    'types',
    'edge/worker-configuration.d.ts',
    '--include-runtime=false',
    '--strict-vars=false',
    '--env-file',
    '.dev.vars.example',
    '--check',
  ],
  'weight of the pages': ['node', 'scripts/run/pages/weights.ts'],
  'deploy, dry run': [
    'wrangler',
    'deploy',
    '--env=',
    '--dry-run',
    '--containers-rollout=none',
    '--outdir',
    '.cache/worker',
  ],
}

await main(async () => {
  argumentsOf('npm run check', {})
  // The generated files are checked before the build, because the build writes them again.
  await step('generated files of the platforms are up to date', async () => {
    await runOrFail(['node', 'scripts/run/pages/platforms.ts', '--check'])
  })
  await build()
  const failed: string[] = []
  const check = async (title: string, work: (say: Say) => Promise<void>): Promise<void> => {
    try {
      await step(title, work)
    } catch (error) {
      console.error(error instanceof StepFailed ? error.message : error)
      failed.push(title)
    }
  }
  await check('Python lint', lintPython)
  await check('expressions', weighExpressions)
  await check('workflows', async (say) => {
    const isThere = (await run('actionlint', ['-version'])).code === 0
    if (isThere) await runOrFail(['actionlint'])
    else say('not linted: actionlint is not installed')
  })
  await check('each package of the lock file has a hash', async () => {
    const problems = lockProblems(readLock())
    if (problems.length > 0) throw new StepFailed(problems.join('\n'))
  })
  await check('comments', async (say) => {
    const { text, problems } = commentShares()
    say(text)
    if (problems.length > 0) throw new StepFailed(problems.join('\n'))
  })
  await check('oddities', async (say) => {
    const found = densities()
    for (const folder of FOLDERS) {
      const { constants, expressions, names, branches, characters, code } = found[folder]
      const counts = `${constants} constants, ${expressions} expressions, ${names} private names`
      const density = `${((100 * branches) / code).toFixed(0)} branches a 100 lines`
      say(`${folder} ${counts}, ${density}, ${(characters / code).toFixed(0)} characters a line`)
    }
    const problems = oddityProblems(found, readRecord())
    if (problems.length > 0) throw new StepFailed(`${problems.join('\n')}\nSee docs/decisions/oddities.md.`)
  })
  for (const [title, command] of Object.entries(checks))
    await check(title, async () => {
      await runOrFail(command, { extra: { CI: '1', WRANGLER_SEND_METRICS: 'false' } })
    })
  if (failed.length) throw new StepFailed(`These checks failed: ${failed.join(', ')}.`)
})
