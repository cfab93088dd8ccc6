import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { fileBytes } from '../../../edge/tasks/file-bytes.ts'

const assertAllowed = async () => undefined
const unchecked = { count: assertAllowed, assertAllowed }

test('counts each slice of a range for the visitor', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, at) => at % 251)
  await env.FILES.put('slices', bytes)
  const counted: number[] = []
  const count = async (size: number) => void counted.push(size)
  const body = await fileBytes(
    env.FILES,
    'slices',
    { start: 50, length: 850 },
    { count, assertAllowed },
    { sliceBytes: 300 },
  )
  expect(counted).toEqual([300])
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(bytes.slice(50, 900))
  expect(counted).toEqual([300, 300, 250])
})

test('counts at most one more slice after an abort', async () => {
  await env.FILES.put('left', new Uint8Array(1_000_000))
  const counted: number[] = []
  const count = async (size: number) => void counted.push(size)
  const body = await fileBytes(
    env.FILES,
    'left',
    { start: 0, length: 1_000_000 },
    { count, assertAllowed },
    { sliceBytes: 100_000 },
  )
  const reader = body.getReader()
  await reader.read()
  await reader.cancel()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(counted.length).toBeLessThanOrEqual(2)
})

test('breaks off when the daily bytes are used up', async () => {
  await env.FILES.put('cut', new Uint8Array(1_000))
  let slices = 0
  const count = async () => {
    if (++slices > 2) throw new Error('refused')
  }
  const body = await fileBytes(
    env.FILES,
    'cut',
    { start: 0, length: 1_000 },
    { count, assertAllowed },
    { sliceBytes: 300 },
  )
  await expect(new Response(body).arrayBuffer()).rejects.toThrow()
})

test('sends the whole file although it is deleted meanwhile', async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, at) => at % 251)
  await env.FILES.put('deleted', bytes)
  const body = await fileBytes(env.FILES, 'deleted', { start: 0, length: 1_000 }, unchecked, {
    sliceBytes: 300,
  })
  await env.FILES.delete('deleted')
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(bytes)
})

test('cancels the body of the object when the visitor leaves', async () => {
  let gets = 0
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream({
    type: 'bytes',
    pull: (controller) => controller.enqueue(new Uint8Array(100)),
    cancel: () => cancelled.resolve(),
  })
  const get = async () => ({ body, at: ++gets }) as unknown as R2ObjectBody
  const files = { get } as Pick<R2Bucket, 'get'>
  const sent = await fileBytes(files, 'x', { start: 0, length: 1_000_000 }, unchecked, { sliceBytes: 1_000 })
  const reader = sent.getReader()
  for (let count = 0; count < 5; count++) await reader.read()
  await reader.cancel()
  await cancelled.promise
  expect(gets).toBe(1)
})

test('breaks off a running download of a blocked video', async () => {
  await env.FILES.put('blocked', new Uint8Array(4_000_000))
  let isBlocked = false
  const checks = {
    count: async () => undefined,
    assertAllowed: async () => {
      if (isBlocked) throw new Error('blocked')
    },
  }
  const range = { start: 0, length: 4_000_000 }
  const body = await fileBytes(env.FILES, 'blocked', range, checks, { sliceBytes: 1_000_000, checkMs: 0 })
  const reader = body.getReader()
  expect((await reader.read()).done).toBe(false)
  isBlocked = true
  const drain = async () => {
    while (!(await reader.read()).done);
  }
  await expect(drain()).rejects.toThrow()
})

test('checks no block list before the first check is due', async () => {
  await env.FILES.put('unblocked', new Uint8Array(2_000_000))
  let checked = 0
  const checks = { count: async () => undefined, assertAllowed: async () => void checked++ }
  const range = { start: 0, length: 2_000_000 }
  const body = await fileBytes(env.FILES, 'unblocked', range, checks, { sliceBytes: 1_000_000 })
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(2_000_000)
  expect(checked).toBe(0)
})
