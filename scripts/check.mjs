import { main, runOrFail, step, StepFailed, switchesOf } from './lib/step.mjs'
import { installPackages } from './lib/setup/setup.mjs'
import { lintPython } from './lib/lint-python.mjs'
import { lockProblems, readLock, thisSystem } from './lib/setup/lock.mjs'
import { commentShares } from './lib/comment-share.mjs'
import { build } from './build.mjs'

/** The commands that must succeed before every commit, by title. */
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
  'weight of the pages': ['node', 'scripts/lib/pages/weights.mjs'],
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
  switchesOf('npm run check')
  await step('npm packages and Node 24', installPackages)
  // The generated files are checked before the build, because the build writes them again.
  await step('generated files of the platforms are up to date', async () => {
    await runOrFail(['node', 'scripts/lib/pages/platforms.mjs', '--check'])
  })
  await build()
  /** @type {string[]} */
  const failed = []
  /** @type {(title: string, work: (say: import('./lib/step.mjs').Say) => Promise<void>) => Promise<void>} */
  const check = async (title, work) => {
    try {
      await step(title, work)
    } catch (error) {
      // A failed check does not stop the later checks.
      console.error(error instanceof StepFailed ? error.message : error)
      failed.push(title)
    }
  }
  await check('Python lint', lintPython)
  await check('each package of the lock file has a hash', async () => {
    const problems = lockProblems(readLock(), thisSystem())
    if (problems.length > 0) throw new StepFailed(problems.join('\n'))
  })
  await check('comments', async (say) => {
    const { text, problems } = commentShares()
    say(text)
    if (problems.length > 0) throw new StepFailed(problems.join('\n'))
  })
  for (const [title, command] of Object.entries(checks))
    await check(title, async () => {
      await runOrFail(command, { extra: { CI: '1', WRANGLER_SEND_METRICS: 'false' } })
    })
  if (failed.length) throw new StepFailed(`These checks failed: ${failed.join(', ')}.`)
})
