import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { assertFree, freePort } from '../../scripts/lib/ports.ts'

test('returns ports outside the outgoing range', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(20_000)
  expect(Math.max(...ports)).toBeLessThan(30_000)
  expect(new Set(ports).size).toBeGreaterThan(40)
})

test('says what to do about a port in use', async () => {
  const port = await freePort()
  await assertFree(port)
  const server = net.createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(port, '127.0.0.1'), 'listening')
  await expect(assertFree(port)).rejects.toThrow(`Port ${port} is in use. Stop the program that uses it`)
})
