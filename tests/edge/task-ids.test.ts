import { env } from 'cloudflare:workers'
import { listDurableObjectIds } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { badInputs } from './corpus.ts'
import { mergeRow, startTask, visit } from './visit.ts'

const objects = async () => (await listDurableObjectIds(env.TASKS)).length

test('a guessed id is refused without touching any storage', async () => {
  const before = await objects()
  const inputs = badInputs('GET /api/download/status/:id | file/:id | start-merge?task_id=').map((entry) =>
    String(entry.input),
  )
  for (const input of inputs.filter((one) => !one.startsWith('<id') && !one.startsWith('<valid'))) {
    const id = input.includes('%') ? input : encodeURIComponent(input)
    expect((await visit(`/api/download/status/${id}`)).status, input).toBe(404)
    expect((await visit(`/api/download/file/${id}`)).status, input).toBe(404)
    expect((await visit(`/api/download/task/${id}`, { method: 'DELETE' })).status, input).toBe(404)
    expect([403, 404]).toContain((await visit(`/api/download/start-merge?task_id=${id}`)).status)
  }
  expect(await objects()).toBe(before)
})

test('an id with one sign changed is nobody’s', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  const before = await objects()
  for (let at = 0; at < id.length; at++) {
    const other = id[at] === 'A' ? 'B' : 'A'
    expect((await visit(`/api/download/status/${id.slice(0, at)}${other}${id.slice(at + 1)}`)).status).toBe(
      404,
    )
  }
  const flipped = id.replace(/[a-z]/gi, (sign) =>
    sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
  )
  expect((await visit(`/api/download/status/${flipped}`)).status).toBe(404)
  expect(await objects()).toBe(before)
})
