import { main, StepFailed, argumentsOf } from '../lib/step.ts'
import { setup } from '../lib/setup/setup.ts'
import { build } from './build.ts'
import { startProduct } from '../lib/product.ts'

await main(async () => {
  argumentsOf('npm start', {})
  const start = performance.now()
  const { python } = await setup()
  await build()
  const product = await startProduct({ python, port: Number(process.env['PORT'] ?? 8787) })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`\n  ${product.address}   (ready after ${seconds} s, Ctrl-C ends it)\n`)
  throw new StepFailed(`The product has stopped: ${await product.ended}`)
})
