import { once } from 'node:events'
import { root } from './cache.ts'
import { forwardSocket, gateway } from './crossing.ts'
import { startProduct } from './product.ts'
import { samples } from './samples.ts'

// Starts the product and two Unix sockets for `npm run demo` (scripts/run/demo.ts). This program runs in the
// sealed internet, a network namespace with imitated sites. A browser outside the namespace reaches the
// product through one socket, and the sites through the other. The program ends when its standard input is
// closed, or when the product has ended.

const folder = process.argv[2] ?? `${root}/.demo`
const product = await startProduct({ state: `${folder}/state`, work: `${folder}/work` })
const doors = [
  await forwardSocket(`${folder}/product.sock`, Number(new URL(product.address).port)),
  await gateway(`${folder}/sites.sock`),
]
const key = process.env['CERTIFICATE_KEY_HASH']
process.stdout.write(`${JSON.stringify({ ready: true, samples, key })}\n`)
process.stdin.resume()
const ended = await Promise.race([once(process.stdin, 'end').then(() => ''), product.ended])
if (ended) process.stderr.write(`${ended}\n`)
for (const door of doors) door.close()
await product.stop()
process.exit()
