import { execFile } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../internet/cache.ts'
import { describeSealed } from '../sealed.ts'
import { TIMELESS } from '../timeless.ts'
import { useProduct } from './lib/harness.ts'

const MEDIA = 'https://cdn.example/combined-720.mp4'
const PRIVATE = 'https://inside.example/film.mp4'

function liveChecks(...args: string[]): Promise<{ code: number; out: string }> {
  const program = ['--import', TIMELESS, `${root}/scripts/operate/live-checks.ts`, ...args]
  return new Promise((resolve) =>
    execFile(process.execPath, program, { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    ),
  )
}

const numbersOf = (mark: string, out: string) =>
  [...out.matchAll(/^(.) (L\d+)/gmu)].flatMap(([, seen, number]) => (seen === mark ? [number] : []))

describeSealed('npm run live-checks', () => {
  const harness = useProduct({ vars: { RATE_FACTOR: '1' } })

  test('passes on the product', async () => {
    const { code, out } = await liveChecks(harness.address, '--media', MEDIA, '--private', PRIVATE)
    expect(numbersOf('✓', out), out).toEqual(['L1', 'L4', 'L10', 'L12', 'L13', 'L18', 'L20', 'L17'])
    expect(numbersOf('✗', out), out).toEqual([])
    expect(code).toBe(0)
  })

  test('names what a site does otherwise', async () => {
    const page = '<script src="/cdn-cgi/rocket-loader.js"></script>'
    const server = http.createServer((_, response) => response.writeHead(414).end(page))
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, out } = await liveChecks(origin)
    expect(numbersOf('✗', out), out).toEqual(['L12', 'L13', 'L18'])
    expect(out).toContain('contains cdn-cgi')
    expect(code).toBe(1)
  })
})
