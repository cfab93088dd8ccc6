import { buildImage } from './lib/image/builder.mjs'
import { setup, setupSealedInternet } from './lib/setup.mjs'
import { main, root, run, step, StepFailed } from './lib/step.mjs'

const USAGE = 'npm run image [-- test [FILTER...]]'

/**
 * `npm run image`: builds the merger's image, starts it as its own user with a read-only file system, and
 * checks it. `npm run image -- test` also runs the merger's test suites with Python, yt-dlp and ffmpeg of the
 * image.
 */
await main(async () => {
  const [command, ...filters] = process.argv.slice(2)
  if (command !== undefined && command !== 'test') throw new StepFailed(`Usage: ${USAGE}`)
  const isRoot = process.getuid?.() === 0
  if (!isRoot) throw new StepFailed('Building and mounting an image here needs root. Run it with sudo.')
  await setup()
  await setupSealedInternet()
  const { folder, bytes, config } = await buildImage()
  await step('start as the user of the image', async (say) => {
    const args = ['tests/internet/enter.sh', '--bare', process.execPath, 'scripts/lib/image/smoke.mjs']
    const { code, output } = await run('sh', [...args, folder, JSON.stringify(config)], { seconds: 180 })
    if (code !== 0) throw new StepFailed(output)
    const { bootMs, memory } = JSON.parse(output.trim().split('\n').at(-1) ?? '{}')
    const parts = Object.entries(memory).map(([name, megabytes]) => `${name} ${megabytes} MB`)
    say(`${Math.round(bytes / 1e6)} MB, ready after ${bootMs} ms; memory: ${parts.join(', ')}`)
  })
  if (command !== 'test') return
  const suites = filters.length > 0 ? filters : ['tests/merger']
  const inside = ['scripts/lib/image/in-image.sh', folder, 'suites', root]
  const vitest = ['node_modules/.bin/vitest', 'run', '--project', 'merger', '--silent=passed-only', ...suites]
  const { code } = await run('sh', ['tests/internet/enter.sh', 'sh', ...inside, ...vitest], {
    show: true,
    seconds: 3_000,
    extra: { CI: '1' },
  })
  if (code !== 0) throw new StepFailed('Tests failed with the programs of the image. Their names are above.')
})
