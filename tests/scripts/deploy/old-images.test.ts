import { expect, test, vi } from 'vitest'
import { deleteOldImages } from '../../../scripts/operate/deploy/old-images.ts'

const calls = vi.hoisted(() => [] as string[])
vi.mock('../../../scripts/lib/step.ts', async (original) => ({
  ...(await original<object>()),
  runOrFail: async (command: string[]) => {
    const call = command.slice(2).join(' ')
    calls.push(call)
    if (call.startsWith('deployments list --env= ')) return list(['v1', 'v2', 'v3', 'v4', 'v5', 'v6'])
    if (call.startsWith('deployments list')) throw new Error('never deployed')
    if (call.startsWith('versions view')) return view(`tag-${command[4]}`)
    if (call.startsWith('containers images list')) return images
    return ''
  },
}))

/** Wrangler lists the oldest first. */
const list = (ids: string[]) =>
  JSON.stringify(
    ids.map((id) => ({ created_on: id, versions: [{ version_id: id, percentage: 100 }] })),
    null,
    2,
  )
const view = (tag: string) =>
  JSON.stringify({ resources: { bindings: [{ name: 'MERGER_BUILD', text: tag }] } }, null, 2)
let images = ''
const imagesOf = (tags: string[]) => JSON.stringify([{ name: 'media-downloader-merger', tags }], null, 2)
const deleted = () => calls.splice(0).flatMap((call) => /images delete \S+:(\S+)/.exec(call)?.[1] ?? [])

test('keeps the images of the last five versions', async () => {
  images = imagesOf(['tag-v6', 'tag-v1', 'tag-v2', 'tag-v3', 'tag-v4', 'tag-x'])
  expect(await deleteOldImages()).toBe('2 deleted, 4 kept')
  expect(deleted()).toEqual(['tag-v1', 'tag-x'])
})

test('asks for no version while there are few images', async () => {
  images = imagesOf(['tag-v6', 'tag-v1', 'tag-x'])
  expect(await deleteOldImages()).toBe('3 kept')
  expect(calls.splice(0)).toEqual(['containers images list --json'])
})

test('deletes nothing when it knows no image in use', async () => {
  images = imagesOf(Array.from({ length: 6 }, (_, n) => `tag-x${n}`))
  expect(await deleteOldImages()).toContain('none deleted')
  expect(deleted()).toEqual([])
})
