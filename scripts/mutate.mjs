import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { underOwnNode } from './lib/setup/own-node.mjs'
import { percentOf, reportText, scoreOf } from './lib/mutation/report.mjs'
import { setup, setupSealedInternet } from './lib/setup/setup.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

// `npm run mutate`: StrykerJS makes small changes in the code, one at a time, and runs tests for each change.
// An area is a set of source files and the tests that must detect StrykerJS's changes in these files.
//   npm run mutate                     all areas (takes hours)
//   npm run mutate -- --since COMMIT   the files that differ from a commit
//   npm run mutate -- PATH...          these files, or all files of these folders or areas
// The reports are in .cache/mutation: report.md, and one HTML page for each area.

/** The minimum score of an area in percent. If the score of any area is lower, `npm run mutate` fails. */
const LOWEST_SCORE = 90
/**
 * Seconds after which a unit test counts as failed. Many mutants make a test wait for ever, and the run waits
 * this long for each of them.
 */
const UNIT_TEST_SECONDS = 3
/** Maximum time in seconds for the mutation run of one area. */
const AREA_SECONDS = 6 * 3_600
/** Maximum time in seconds for the mutation runs of all areas together. */
const ALL_SECONDS = 72 * 3_600
const folder = `${root}/.cache/mutation`

/** @typedef {import('./lib/mutation/areas.mjs').Area} Area */

await main(() => underOwnNode(import.meta.filename, mutateAll, ALL_SECONDS))

async function mutateAll() {
  const chosen = await chosenAreas(process.argv.slice(2))
  if (chosen.length === 0) return console.log('No file in the areas of mutation testing has changed.')
  const { python } = await setup()
  await setupSealedInternet()
  const check = await run('sh', ['tests/internet/enter.sh', '--check'], { seconds: 20 })
  // Mutants run only in the sealed internet, a network namespace that no packet leaves. The reason is that a
  // mutant without the egress guard could connect to any address.
  if (check.code !== 0) throw new StepFailed(`Mutants run only in the sealed internet:\n${check.output}`)
  fs.mkdirSync(folder, { recursive: true })
  const runs = []
  for (const area of chosen) runs.push(await mutate(area, python))
  const text = reportText(runs, new Date().toISOString().slice(0, 10))
  fs.writeFileSync(`${folder}/report.md`, text)
  console.log(
    `\n${text}\nThe same as a file: .cache/mutation/report.md; with the code: .cache/mutation/*.html`,
  )
  const low = runs.filter(({ report }) => (percentOf(scoreOf(report)) ?? 100) < LOWEST_SCORE)
  if (low.length > 0)
    throw new StepFailed(`The score is below ${LOWEST_SCORE} % in ${low.map(({ name }) => name).join(', ')}.`)
}

/**
 * @param {string[]} args
 * @returns {Promise<readonly Area[]>}
 */
async function chosenAreas([first, ...rest]) {
  // Imported here instead of at the top of the file: the Node that starts this file can be too old for the
  // module. In this case, `underOwnNode` has started the script again with Node 24.
  const { areas, areasOf } = await import('./lib/mutation/areas.mjs')
  if (first === undefined) return areas
  const tracked = git('ls-files')
  if (first === '--since') {
    const [commit] = rest
    if (!commit || rest.length > 1) throw new StepFailed('npm run mutate -- --since COMMIT')
    const changed = git('diff', '--name-only', '--relative', commit)
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

/**
 * Returns all lines that git prints. (`run` keeps only the last 20,000 characters by default.)
 * @param {string[]} args
 */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  } catch (cause) {
    throw new StepFailed(`git ${args.join(' ')} failed: ${cause instanceof Error ? cause.message : ''}`)
  }
}

/**
 * Runs StrykerJS on one area.
 * @param {Area} area
 * @param {string} python
 */
async function mutate(area, python) {
  // Imported here instead of at the top of the file, because the module needs an npm package.
  const { NAME } = await import('./lib/mutation/ignore.mjs')
  const file = `${folder}/${area.name.replaceAll('/', '-')}`
  fs.rmSync(`${file}.json`, { force: true })
  fs.writeFileSync(`${file}.config.json`, JSON.stringify(strykerOptions(area, file, NAME), null, 2))
  const start = performance.now()
  const { code, output } = await step(area.name, async (say) => {
    const result = await run(
      'sh',
      ['tests/internet/enter.sh', `${root}/node_modules/.bin/stryker`, 'run', `${file}.config.json`],
      {
        seconds: AREA_SECONDS,
        extra: {
          PYTHON: python,
          MUTATION_TESTS: JSON.stringify(area.tests),
          MUTATION_SECONDS: String(area.seconds ?? UNIT_TEST_SECONDS),
        },
      },
    )
    if (fs.existsSync(`${file}.json`)) say(`${percentOf(scoreOf(read(file)))?.toFixed(1)} %`)
    return result
  })
  if (!fs.existsSync(`${file}.json`)) throw new StepFailed(`StrykerJS ended with ${code}:\n${output}`)
  return { name: area.name, report: read(file), seconds: (performance.now() - start) / 1_000 }
}

/**
 * Returns the parsed JSON report that StrykerJS wrote for one area.
 * @param {string} file path without its extension
 * @returns {import('./lib/mutation/report.mjs').StrykerReport}
 */
function read(file) {
  return JSON.parse(fs.readFileSync(`${file}.json`, 'utf8'))
}

/**
 * The configuration of StrykerJS.
 * @param {Area} area
 * @param {string} file path of the reports without their extension
 * @param {string} ignorer name of the plug-in with the rules for code that StrykerJS must not change
 * @returns {object}
 */
function strykerOptions(area, file, ignorer) {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', `${root}/scripts/lib/mutation/ignore.mjs`],
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
    reporters: ['html', 'json'],
    htmlReporter: { fileName: `${file}.html` },
    jsonReporter: { fileName: `${file}.json` },
  }
}
