import { setup, setupSealedInternet } from './lib/setup/setup.mjs'
import { build } from './build.mjs'
import { underOwnNode } from './lib/setup/own-node.mjs'
import { main, root, run, runOrFail, step, StepFailed } from './lib/step.mjs'

const USAGE = 'npm run image [-- build NAME:TAG [--fresh] | test [FILTER...]]'
/** Maximum seconds for the test suites. */
const SUITES_SECONDS = 3_000

/** @typedef {import('./lib/image/builder.mjs').Image} Image */

/**
 * Builds the merger's image and checks it. During the check, the container runs as the user that the image
 * sets, with a read-only file system.
 * - `npm run image`: only builds and checks the image
 * - `npm run image -- test`: also runs the merger's test suites with Python, yt-dlp and ffmpeg of the image
 * - `npm run image -- build NAME:TAG [--fresh]`: builds and checks the image, with NAME:TAG as its name, so
 *   that `npm run deploy` can push it under this name; `--fresh` builds without cached layers
 */
await main(() => underOwnNode(import.meta.filename, image))

async function image() {
  const [command, ...rest] = process.argv.slice(2)
  const [name, option, ...others] = command === 'build' ? rest : []
  const isFresh = option === '--fresh'
  const isBuild = name !== undefined && others.length === 0 && (isFresh || option === undefined)
  const isUsage = command === undefined || command === 'test' || (command === 'build' && isBuild)
  if (!isUsage) throw new StepFailed(`Usage: ${USAGE}`)
  if (process.getuid?.() !== 0)
    throw new StepFailed('Building and mounting an image here needs root. Run it with sudo.')
  // Imported here instead of at the top of the file, because builder.mjs needs the Node that npm installs.
  const { buildImage } = await import('./lib/image/builder.mjs')
  await setup()
  await setupSealedInternet()
  const built = await buildImage(name, isFresh)
  await check(built)
  if (command === 'test') {
    // Some of the merger's test suites start the edge, which needs the built pages.
    await build()
    await test(built, rest.length > 0 ? rest : ['tests/merger'])
  }
}

/** Starts the image and checks it (scripts/lib/image/smoke.mjs). @param {Image} built */
async function check({ folder, bytes, config }) {
  await step('start as the user of the image', async (say) => {
    const smoke = ['tests/internet/enter.sh', '--bare', process.execPath, 'scripts/lib/image/smoke.mjs']
    const output = await runOrFail(['sh', ...smoke, folder, JSON.stringify(config)], { seconds: 180 })
    const { bootMs, memory } = JSON.parse(output.trim().split('\n').at(-1) ?? '{}')
    const parts = Object.entries(memory).map(([name, megabytes]) => `${name} ${megabytes} MB`)
    say(`${Math.round(bytes / 1e6)} MB, ready after ${bootMs} ms; memory: ${parts.join(', ')}`)
  })
}

/** Runs test suites of the merger inside the image. @param {Image} built @param {string[]} suites */
async function test({ folder }, suites) {
  const inside = ['scripts/lib/image/in-image.sh', folder, 'suites', root]
  const vitest = ['node_modules/.bin/vitest', 'run', '--project', 'merger', '--silent=passed-only', ...suites]
  const { code } = await run('sh', ['tests/internet/enter.sh', 'sh', ...inside, ...vitest], {
    show: true,
    seconds: SUITES_SECONDS,
    extra: { CI: '1' },
  })
  if (code === null)
    throw new StepFailed(`The suites were ended after ${SUITES_SECONDS} seconds. Run fewer: ${USAGE}`)
  if (code !== 0) throw new StepFailed('Tests failed with the programs of the image. Their names are above.')
}
