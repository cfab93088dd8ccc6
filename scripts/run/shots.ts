import { sealed, setupSealed } from '../lib/sealed.ts'
import { main, runOrFail, step, argumentsOf } from '../lib/step.ts'

await main(async () => {
  argumentsOf('npm run shots', {})
  const extra = await setupSealed()
  await step('pictures in docs/pictures', async () => {
    await runOrFail(sealed('tests/internet/shots.ts'), { seconds: 180, extra })
  })
})
