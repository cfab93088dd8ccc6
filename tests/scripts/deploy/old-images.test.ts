import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteOldImages } from '../../../scripts/operate/deploy/old-images.ts'
import { Account } from '../account/account.ts'
import { serve } from '../account/serve.ts'

const ran = vi.hoisted(() => [] as string[])
vi.mock('../../../scripts/lib/step.ts', async (original) => ({
  ...(await original<object>()),
  runOrFail: async (command: string[]) => {
    ran.push(command.slice(2).join(' '))
    return images
  },
}))

const account = new Account()
const versions = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6']
account.workers.set('media-downloader', {
  secrets: [],
  domains: [],
  versions: versions.map((id) => ({
    id,
    annotations: {},
    bindings: [{ name: 'MERGER_BUILD', text: `tag-${id}` }],
  })),
  deployments: versions
    .map((id) => ({ id, created_on: '', versions: [{ version_id: id, percentage: 100 }] }))
    .toReversed(),
})
let close = () => {}
beforeAll(async () => {
  const served = await serve(account)
  close = served.close
  for (const [name, value] of Object.entries(served.env)) vi.stubEnv(name, value)
})
afterAll(() => close())

let images = ''
const imagesOf = (tags: string[]) => JSON.stringify([{ name: 'media-downloader-merger', tags }], null, 2)
const deleted = () => ran.splice(0).flatMap((call) => /images delete \S+:(\S+)/.exec(call)?.[1] ?? [])

test('asks for no version while there are few images', async () => {
  images = imagesOf(['tag-v6', 'tag-v1', 'tag-x'])
  expect(await deleteOldImages()).toBe('3 kept')
  expect(ran.splice(0)).toEqual(['containers images list --json'])
  expect(account.calls).toEqual([])
})

test('keeps the images of the last five versions', async () => {
  images = imagesOf(['tag-v6', 'tag-v1', 'tag-v2', 'tag-v3', 'tag-v4', 'tag-x'])
  expect(await deleteOldImages()).toBe('2 deleted, 4 kept')
  expect(deleted()).toEqual(['tag-v1', 'tag-x'])
})

test('deletes nothing when it knows no image in use', async () => {
  images = imagesOf(Array.from({ length: 6 }, (_, n) => `tag-x${n}`))
  expect(await deleteOldImages()).toContain('none deleted')
  expect(deleted()).toEqual([])
})
