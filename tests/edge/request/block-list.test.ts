import { expect, test } from 'vitest'
import { withBlockList } from './block-list.ts'
import { ask } from '../grants/grant-maker.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { errorOf, hits, mergeRow, paste, post, startTask, until, visit } from '../visit.ts'

const nothing = { hosts: [], platforms: [], links: [] }
const isBlocked = async (answer: Response) =>
  expect(await errorOf(answer)).toMatchObject({ status: 451, code: 'blocked' })

test('a short link to what was blocked later leads nowhere, whoever names its source', async () => {
  const source_url = `https://media.test/direct/${crypto.randomUUID()}`
  const { url } = (await paste(source_url)).formats[0]!
  const merge = await mergeRow('size=1000')
  const paths: string[] = []
  for (const share of [{ url, source_url }, { url: merge.format.url }]) {
    const made = await (await post('/api/shorten-preview', share)).json<{ short_url: string }>()
    paths.push(new URL(made.short_url).pathname)
  }
  for (const path of paths) expect((await visit(path)).status).toBe(302)
  const links = [await hashOf(source_url), await hashOf(merge.link)]
  await withBlockList({ ...nothing, links }, async () => {
    for (const path of paths) await isBlocked(await visit(path))
    await isBlocked(await post('/api/shorten-preview', { url: merge.format.url }))
    await isBlocked(await visit(merge.format.url))
  })
  for (const path of paths) expect((await visit(path)).status).toBe(302)
})

test('a grant that is still open ends with a complaint about the host of its file', async () => {
  const link = 'https://cdn.test/v.mp4'
  expect((await ask(link)).status).toBe(200)
  const before = await hits('/cdn.test/v.mp4')
  await withBlockList({ ...nothing, hosts: ['cdn.test'] }, async () => isBlocked(await ask(link)))
  expect(await hits('/cdn.test/v.mp4')).toBe(before)
})

test('a file that was made before the complaint is handed to nobody any more', async () => {
  const { format, link } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  expect((await visit(`/api/download/file/${id}`)).status).toBe(200)
  await withBlockList({ ...nothing, links: [await hashOf(link)] }, async () =>
    isBlocked(await visit(`/api/download/file/${id}`)),
  )
})
