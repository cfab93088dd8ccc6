import { main } from './lib/step.mjs'
import { setup } from './lib/setup.mjs'
import { build } from './build.mjs'
import { startProduct } from './lib/product.mjs'

/** `npm start`: installs what is missing, builds, runs edge and merger until Ctrl-C. */
await main(async () => {
  const begun = performance.now()
  const { python } = await setup()
  await build()
  const product = await startProduct({ python, port: Number(process.env.PORT ?? 8787) })
  console.log(
    `\n  ${product.address}   (ready after ${((performance.now() - begun) / 1000).toFixed(1)} s, Ctrl-C ends it)\n`,
  )
  const asked = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(undefined))
  })
  const ended = await Promise.race([asked, product.ended])
  await product.stop()
  if (ended) throw new Error(ended)
})
