import { expect, onTestFinished, test, vi } from 'vitest'
import { errorOf, merger, paste, post, visit } from '../visit.ts'

const fresh = (shape: string, query = '') => `https://media.test/${shape}/${crypto.randomUUID()}${query}`

async function fetchMedia(url: string) {
  const path = url.startsWith('/') ? url : `/api/proxied_download?url=${encodeURIComponent(url)}`
  return await errorOf(await visit(path))
}
const extractsOf = async (link: string) => {
  const { extracts, freshExtracts } = await merger(link)
  return [extracts, freshExtracts]
}

for (const shape of ['refused', 'gone'])
  test(`looks an item up afresh after its media link was ${shape}`, async () => {
    const link = fresh(shape)
    const { formats } = await paste(link)
    expect(await fetchMedia(formats[0]!.url)).toMatchObject({ code: 'stale' })
    await paste(link)
    expect(await extractsOf(link)).toEqual([2, 1])
  })

test('looks up once a minute an item that is refused each time', async () => {
  const link = fresh('refused')
  const now = Date.now()
  for (let i = 0; i < 4; i++) await fetchMedia((await paste(link)).formats[0]!.url)
  expect(await extractsOf(link)).toEqual([2, 1])
  vi.useFakeTimers({ toFake: ['Date'], now: now + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  await fetchMedia((await paste(link)).formats[0]!.url)
  await paste(link)
  expect(await extractsOf(link)).toEqual([3, 2])
})

test('an item is forgotten by its number too', async () => {
  const link = fresh('refused', '?extractor=feed')
  const first = await paste(link)
  const numbered = () => post('/api/download-video', { tweet_url: link, item: 1 })
  await numbered()
  await fetchMedia(first.formats[0]!.url)
  await numbered()
  expect(await extractsOf(link)).toEqual([3, 1])
})

test('keeps an extraction whose other link is refused', async () => {
  const link = fresh('direct')
  await paste(link)
  const other = await paste(fresh('refused'))
  await fetchMedia(other.formats[0]!.url)
  await paste(link)
  expect(await extractsOf(link)).toEqual([1, 0])
})
