import { main, run, step, StepFailed } from './lib/step.mjs'
import { installPackages } from './lib/setup.mjs'
import { lintPython } from './lib/lint-python.mjs'
import { build } from './build.mjs'

/** `npm run check`: what must be clean before every commit. */
const checks = {
  types: ['tsc', '-b', '--force'],
  lint: ['oxlint', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'types of the Worker’s bindings are fresh': [
    'wrangler',
    'types',
    'edge/worker-configuration.d.ts',
    '--include-runtime=false',
    '--strict-vars=false',
    '--env-file',
    '.dev.vars.example',
    '--check',
  ],
  'weight of the pages': ['node', 'scripts/lib/budget.mjs'],
  'deploy, dry run': [
    'wrangler',
    'deploy',
    '--dry-run',
    '--containers-rollout=none',
    '--outdir',
    '.cache/worker',
  ],
}

await main(async () => {
  await step('npm packages and Node 24', installPackages)
  // Before the build, which would write the stale files anew.
  await step('generated files of the platforms are fresh', async () => {
    const { code, output } = await run('node', ['scripts/lib/platforms.mjs', '--check'])
    if (code !== 0) throw new StepFailed(output)
  })
  await build()
  const failed = []
  await step('Python lint', lintPython).catch((error) => {
    console.error(error.message)
    failed.push('Python lint')
  })
  for (const [title, [program, ...args]] of Object.entries(checks)) {
    await step(title, async () => {
      const { code, output } = await run(program, args, {
        extra: { CI: '1', WRANGLER_SEND_METRICS: 'false' },
      })
      if (code !== 0) throw new StepFailed(output)
    }).catch((error) => {
      console.error(error.message)
      failed.push(title)
    })
  }
  if (failed.length) throw new StepFailed(`Not clean: ${failed.join(', ')}.`)
})
