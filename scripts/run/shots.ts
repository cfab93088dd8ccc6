import { chromiumPath, setup, setupChromium, setupSealedInternet } from '../lib/setup/setup.ts'
import { main, root, runOrFail, step, argumentsOf } from '../lib/step.ts'
import { build } from './build.ts'

await main(async () => {
  argumentsOf('npm run shots', {})
  const { python } = await setup()
  await setupChromium()
  await setupSealedInternet()
  await build()
  const enter = ['sh', 'tests/internet/enter.sh', `${root}/node_modules/.bin/node`]
  await step('pictures in docs/pictures', async () => {
    const extra = { PYTHON: python, CHROMIUM: (await chromiumPath()) ?? '' }
    await runOrFail([...enter, 'tests/internet/shots.ts'], { seconds: 180, extra })
  })
})
