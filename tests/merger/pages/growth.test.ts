import { expect, test } from 'vitest'
import { pageFacts, pageItems } from '../../../merger/pages/read.ts'
import { reading } from '../../../merger/process/reading-pool.ts'
import { cpuSeconds } from '../../cpu-seconds.ts'
import { overgrown } from '../../growth.ts'

const MEGABYTE = 1024 ** 2
const LINK = 'https://a.example/'

function read(text: string): void {
  const { candidates } = pageFacts(text, LINK, LINK)
  for (const { links } of candidates) expect(links).not.toEqual([])
  pageItems(text, LINK)
}

const longFeeds = `<a href="${'/feed?'.repeat(1_300)}#">RSS</a>`

test.each([
  ['links like feeds', longFeeds],
  ['open elements', '<b>'],
  ['open and closed elements', '<b></i>'],
  ['attributes', '<x '.padEnd(900, ' a=b')],
  ['open values', '<a href="'],
  ['open comments', '<!--'],
  ['open scripts', '<script>x="a.mp4'],
  ['entities', '&amp;&#x41;&copy'],
  ['entities in values', `<meta content="${'&#x41;'.repeat(1_300)}">`],
  ['quotes', `'"\``],
  ['inner pages', `<iframe srcdoc="&lt;video src='/a'>">`],
  ['posts', '<blockquote class="twitter-tweet"><a href="/x">'],
  ['objects', '<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"/x"}</script>'],
  ['sources', '<video><source src="/x.mp4"><track src="/x.vtt">'],
  ['names of media', '"a.mp4?'],
  ['encoded links', '"%3A%2F%2Fa.mp4"'],
  ['added strings', '"a"+b+'],
])('reads %s in time that grows with their length', (_, piece) => {
  const work = (length: number) => read(piece.repeat(Math.ceil(length / piece.length)))
  expect(overgrown(work, MEGABYTE)).toBeNull()
})

test('reads 4 MB of long links in less than a second', () => {
  const text = longFeeds.repeat(Math.floor((4 * MEGABYTE) / longFeeds.length))
  expect(cpuSeconds(() => read(text))).toBeLessThan(1)
})

test('a thread reads 4 MB of an honest page', async () => {
  const piece = '<p class="text">Some words, <a href="/story?id=1">a link</a> and <b>more</b> words.</p>\n'
  const text = piece.repeat(Math.floor((4 * MEGABYTE) / piece.length)) + '<video src="/film.mp4"></video>'
  const { candidates } = await reading.read('pageFacts', [text, LINK, LINK])
  expect(candidates[0]).toEqual({ as: 'file', links: ['https://a.example/film.mp4'] })
  expect(await reading.read('pageItems', [text, LINK])).toMatchObject([
    { media: ['https://a.example/film.mp4'] },
  ])
})
