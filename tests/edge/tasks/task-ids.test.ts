import { env } from 'cloudflare:workers'
import { listDurableObjectIds } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { mergeRow, startTask, visit } from '../visit.ts'

const objects = async () => (await listDurableObjectIds(env.TASKS)).length

test('a task id with one changed character answers 404 and reads no storage', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  const before = await objects()
  for (let at = 0; at < id.length; at++) {
    const other = id[at] === 'A' ? 'B' : 'A'
    expect((await visit(`/api/download/status/${id.slice(0, at)}${other}${id.slice(at + 1)}`)).status).toBe(
      404,
    )
  }
  expect(await objects()).toBe(before)
})
