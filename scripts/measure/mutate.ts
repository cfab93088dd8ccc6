import fs from 'node:fs'
import os from 'node:os'
import { setup, setupSealedInternet } from '../lib/setup/setup.ts'
import { main, root, run, runOrFail, step, StepFailed } from '../lib/step.ts'
import { type Area, areas, areasOf } from './mutation/areas.ts'
import { NAME } from './mutation/ignore.ts'

const LOWEST_SCORE = 90
/** Many mutants make a test wait for ever, and the run waits this long for each of them. */
const UNIT_TEST_SECONDS = 3
const AREA_SECONDS = 6 * 3_600
const folder = `${root}/.cache/mutation`

await main(mutateAll)

async function mutateAll() {
  const chosen = await chosenAreas(process.argv.slice(2))
  if (chosen.length === 0) return console.log('No file in the areas of mutation testing has changed.')
  const { python } = await setup()
  await setupSealedInternet()
  const check = await run('sh', ['tests/internet/enter.sh', '--check'])
  // A mutant without the egress guard could connect to any address.
  if (check.code !== 0) throw new StepFailed(`Mutants run only in the sealed internet:\n${check.output}`)
  fs.mkdirSync(folder, { recursive: true })
  const low: string[] = []
  for (const area of chosen) if (!(await mutate(area, python))) low.push(area.name)
  console.log('\nThe mutants in the code: .cache/mutation/*.html')
  if (low.length > 0) throw new StepFailed(`The score is below ${LOWEST_SCORE} % in ${low.join(', ')}.`)
}

async function chosenAreas([first, ...rest]: string[]): Promise<readonly Area[]> {
  if (first === undefined) return areas
  const tracked = await git('ls-files')
  if (first === '--since') {
    const [commit] = rest
    if (!commit || rest.length > 1) throw new StepFailed('npm run mutate -- --since COMMIT')
    const changed = await git('diff', '--name-only', '--relative', commit)
    return areasOf(changed.filter((file) => tracked.includes(file)))
  }
  const given = [first, ...rest].map((path) => path.replace(/\/$/, ''))
  const named = areas.filter(({ name }) => given.includes(name))
  const paths = given.filter((path) => !named.some(({ name }) => name === path))
  const files = tracked.filter((file) => paths.some((path) => file === path || file.startsWith(`${path}/`)))
  const found = [...named, ...areasOf(files)]
  if (found.length === 0)
    throw new StepFailed(
      `No area of mutation testing holds ${given.join(', ')}. Areas: ${areas.map(({ name }) => name).join(', ')}.`,
    )
  return found
}

async function git(...args: string[]) {
  return (await runOrFail(['git', ...args], { whole: true })).trim().split('\n')
}

/** StrykerJS prints the missed mutants and the scores, and ends with 1 below LOWEST_SCORE. */
async function mutate(area: Area, python: string): Promise<boolean> {
  const file = `${folder}/${area.name.replaceAll('/', '-')}`
  fs.writeFileSync(`${file}.config.json`, JSON.stringify(strykerOptions(area, file, NAME), null, 2))
  const stryker = `${root}/node_modules/.bin/stryker`
  const { code } = await step(area.name, () =>
    run('sh', ['tests/internet/enter.sh', stryker, 'run', `${file}.config.json`], {
      seconds: AREA_SECONDS,
      show: true,
      extra: {
        PYTHON: python,
        MUTATION_TESTS: JSON.stringify(area.tests),
        MUTATION_SECONDS: String(area.seconds ?? UNIT_TEST_SECONDS),
      },
    }),
  )
  return code === 0
}

function strykerOptions(area: Area, file: string, ignorer: string): object {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', `${root}/scripts/measure/mutation/ignore.ts`],
    ignorers: [ignorer],
    mutate: area.mutate,
    // This file never exists, so StrykerJS skips it. To rewrite an existing tsconfig, StrykerJS would need an
    // API that TypeScript 7 does not have. Vitest needs no tsconfig: it only strips the types.
    tsconfigFile: '.cache/mutation/none.json',
    disableTypeChecks: false,
    ignorePatterns: ['.cache', '.demo', '.types', '.wrangler', 'dist', 'docs/figures'],
    tempDirName: '.cache/mutation/sandbox',
    // With `true`, StrykerJS would search the whole .cache for folders named node_modules.
    symlinkNodeModules: false,
    // Links the project's node_modules and .cache into StrykerJS's sandbox. Tests find generated media files
    // in .cache.
    buildCommand: `ln -s ${root}/node_modules ${root}/.cache .`,
    concurrency: area.seconds ? Math.max(1, os.availableParallelism() - 1) : os.availableParallelism(),
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
    allowEmpty: true,
    logLevel: 'warn',
    reporters: ['html', 'clear-text'],
    htmlReporter: { fileName: `${file}.html` },
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    thresholds: { high: 95, low: LOWEST_SCORE, break: LOWEST_SCORE },
  }
}
