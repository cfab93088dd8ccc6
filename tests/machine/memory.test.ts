import http from 'node:http'
import { expect, test } from 'vitest'
import { describeSealed } from '../sealed.ts'
import { startMachine } from './lib/machine.ts'

const PORT = 9_790
const WARM_UP = 2_500
const CALLS = process.env['LONG'] || process.env['MACHINE_IMAGE'] ? 10_000 : 5_000
const LANES = 8
const PATHS = ['/', '/vimeo-downloader', '/api/config', '/favicon.svg', '/blog', '/none']

describeSealed('the memory of a machine', () => {
  test('workerd keeps within 1.3 times of what it needed', async () => {
    const machine = await startMachine(PORT)
    const agent = new http.Agent({ keepAlive: true, maxSockets: LANES })
    const call = (path: string) =>
      new Promise<void>((resolve, reject) => {
        http
          .get({ port: PORT, path, agent, headers: { 'accept-encoding': 'gzip' } }, (answer) => {
            answer.resume().on('end', () => resolve())
          })
          .on('error', reject)
      })
    const make = async (calls: number) => {
      let next = 0
      const lane = async () => {
        while (next < calls) await call(PATHS[next++ % PATHS.length]!)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
    const kib = async () => {
      const all = await machine.processes()
      return all.find(({ args }) => /workerd serve/.test(args) && !/setpriv/.test(args))?.kib ?? NaN
    }
    await make(WARM_UP)
    const before = await kib()
    await make(CALLS)
    const after = await kib()
    agent.destroy()
    await machine.remove()
    expect(after / before, `${before} KiB, then ${after} KiB`).toBeLessThan(1.3)
  })
})
