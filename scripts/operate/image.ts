import { setup, setupSealedInternet } from '../lib/setup/setup.ts'
import { build } from '../run/build.ts'
import { main, root, run, runOrFail, step, StepFailed } from '../lib/step.ts'
import { type Image, buildImage } from './image/builder.ts'
import { scan } from './image/contents.ts'

const USAGE = 'npm run image [-- build NAME:TAG [--fresh] | test [FILTER...]]'
const SUITES_SECONDS = 3_000

await main(image)

async function image() {
  const [command, ...rest] = process.argv.slice(2)
  const [name, option, ...others] = command === 'build' ? rest : []
  const isFresh = option === '--fresh'
  const isBuild = name !== undefined && others.length === 0 && (isFresh || option === undefined)
  const isUsage = command === undefined || command === 'test' || (command === 'build' && isBuild)
  if (!isUsage) throw new StepFailed(`Usage: ${USAGE}`)
  if (process.getuid?.() !== 0)
    throw new StepFailed('Building and mounting an image here needs root. Run it with sudo.')
  await setup()
  await setupSealedInternet()
  const built = await buildImage(name, isFresh)
  await check(built)
  const bill = `${root}/.cache/image/sbom.json`
  await step('contents', async (say) => say(await scan(built.folder, bill)))
  if (command === 'test') {
    // Some of the merger's test suites start the edge, which needs the built pages.
    await build()
    await test(built, rest.length > 0 ? rest : ['tests/merger'])
  }
}

async function check({ folder, bytes, config }: Image) {
  await step('start as the user of the image', async (say) => {
    const smoke = ['tests/internet/enter.sh', '--bare', process.execPath, 'scripts/operate/image/smoke.ts']
    await runOrFail(['sh', ...smoke, folder, JSON.stringify(config)], { seconds: 180 })
    say(`${Math.round(bytes / 1e6)} MB`)
  })
}

async function test({ folder }: Image, suites: string[]) {
  const inside = ['scripts/operate/image/in-image.sh', folder, 'suites', root]
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
