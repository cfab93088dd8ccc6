import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { PATIENCE_MS, visit } from './visit.ts'

/**
 * Calls `check` repeatedly until it returns true. The test fails with the message `expectation` if that does
 * not happen in time.
 */
export async function eventually(check: () => Promise<boolean>, expectation: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect.fail(`did not happen: ${expectation}`)
}

/** Returns the byte at this position. It is the same byte in every file of the fake merger. */
export const byteAt = (position: number) => (position * 31 + (position >> 13)) & 255

/**
 * Downloads the file of a task, and checks that its size and its bytes are those that the fake merger makes.
 */
export async function assertWhole(id: string, size: number): Promise<void> {
  const answer = await visit(`/api/download/file/${id}`)
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBe(size)
  for (let i = 0; i < size; i += 997) if (bytes[i] !== byteAt(i)) expect.fail(`byte ${i} is wrong`)
  expect(bytes[size - 1]).toBe(byteAt(size - 1))
}

/** Returns the objects of a task in the bucket. */
export const objectsOf = async (nonce: string) => (await env.FILES.list({ prefix: `${nonce}/` })).objects
