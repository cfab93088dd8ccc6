import type Hls from 'hls.js'
import { afterEach, expect, test, vi } from 'vitest'
import { COPY_IS_OVER } from '#contract/copy-list.ts'
import { copyListLoader } from '../../../web/preview/copy-lists.ts'

afterEach(() => vi.unstubAllGlobals())

/** The texts that a player gets for `times` loads in a row, and how often the network was asked. */
async function lists(times: number, answer: (load: number) => string) {
  vi.stubGlobal('location', { href: 'https://brand.example/preview' })
  let asked = 0
  class Network {
    stats = { loading: {} }
    load(context: { url: string }, _: object, { onSuccess }: { onSuccess: (answer: object) => void }): void {
      onSuccess({ url: context.url, data: answer(++asked), code: 200 })
    }
  }
  const Loader = copyListLoader({ DefaultConfig: { loader: Network } } as unknown as typeof Hls)
  const texts: string[] = []
  for (let at = 0; at < times; at++)
    await new Promise<void>((resolve) => {
      const onSuccess = ({ data }: { data?: unknown }) => {
        texts.push(data as string)
        resolve()
      }
      const loader = new Loader({} as never)
      loader.load({ url: '/api/download/watch/a?attempt=1' } as never, {} as never, { onSuccess } as never)
    })
  return { texts, asked }
}

test('asks again for a list that grows', async () => {
  const { texts, asked } = await lists(3, (load) => `list ${load}`)
  expect(texts).toEqual(['list 1', 'list 2', 'list 3'])
  expect(asked).toBe(3)
})

test('does not ask again for a list to which nothing is added', async () => {
  const over = `list\n${COPY_IS_OVER}\n`
  const { texts, asked } = await lists(4, (load) => (load === 1 ? 'list' : over))
  expect(texts).toEqual(['list', over, over, over])
  expect(asked).toBe(2)
})
