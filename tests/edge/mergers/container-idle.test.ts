import { afterEach, expect, test, vi } from 'vitest'
import { health } from './fake-container.ts'
import { onPlatform } from './platform.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('ten idle minutes cost ten minutes', async () => {
  await onPlatform(async ({ call, pass, container, seconds }) => {
    expect(await call()).toBe(200)
    await pass(9)
    expect(container.running).toBe(true)
    await pass(60)
    expect(container.running).toBe(false)
    expect(Math.abs(seconds() - 600)).toBeLessThanOrEqual(60)
  })
})

test('keeps one container while calls come every nine minutes', async () => {
  await onPlatform(async ({ call, pass, seen, seconds }) => {
    for (let calls = 0; calls < 10; calls++) {
      await call()
      await pass(9)
    }
    expect(seen.starts).toBe(1)
    await pass(60)
    expect(Math.abs(seconds() - 91 * 60)).toBeLessThanOrEqual(60)
  })
})

test('a restart of the object neither stops nor forgets a container', async () => {
  await onPlatform(async ({ call, pass, restart, container, seen, seconds }) => {
    await call()
    restart()
    await call()
    await pass(8)
    expect(container.running).toBe(true)
    await call()
    expect(seen.starts).toBe(1)
    await pass(60)
    expect(container.running).toBe(false)
    expect(Math.abs(seconds() - 18 * 60)).toBeLessThanOrEqual(60)
  })
})

test('charges at most its idle time for an end that nobody saw', async () => {
  await onPlatform(async ({ call, pass, restart, container, reports, seconds }) => {
    await call()
    restart()
    container.running = false
    await pass(60)
    expect(seconds()).toBe(600)
    expect(reports.at(-1)).toBe('asleep')
  })
})

test('spares a container with open calls', async () => {
  let calls = 2
  await onPlatform(
    async ({ call, pass, container }) => {
      await call()
      await pass(30)
      expect(container.running).toBe(true)
      calls = 0
      await pass(2)
      expect(container.running).toBe(false)
    },
    { answer: async (path) => (path === '/healthz' ? health({ calls }) : null) },
  )
})

test('destroys a container that ignores its signal', async () => {
  await onPlatform(async ({ call, pass, container, seen }) => {
    await call()
    container.signal = (number: number) => void seen.signals.push(number)
    await pass(20)
    expect([container.running, seen.destroys]).toEqual([true, 0])
    await pass(10)
    expect([container.running, seen.destroys]).toEqual([false, 1])
  })
})
