import { expect, test } from 'vitest'
import { decodeErrors } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import { downloadAddress, openPreview, ready, save } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('a visitor saves the file behind a link as people have it', () => {
  const harness = useProduct()

  test.each([
    ['a link with Chinese letters', 'https://direct.example/河流.mp4', /^360p MP4/],
    ['a link that works once', 'https://direct.example/once.mp3', /MP3/],
    ['a file that only a header names', 'https://direct.example/dl/get', /MP3/],
    ['the link of a subscribe button', 'itpc://direct.example/feed.xml', /MP3/],
    ['a JSON Feed', 'https://feeds.example/json', /MP3/],
    ['a feed in RDF', 'https://feeds.example/rdf.xml', /MP3/],
    ['a feed that is cut off', 'https://feeds.example/cut.xml', /MP3/],
    ['a page with a player in a script', 'https://players.example/videojs-setup', /^360p MP4/],
    ['a page with a frame', 'https://players.example/frame', /^360p MP4/],
    ['the page of a show', 'https://players.example/show', /MP3/],
  ])('%s', async (_, link, row) => {
    const preview = await openPreview(harness, link, row)
    await ready(preview)
    const saved = await save(preview)
    expect(await decodeErrors(saved.path)).toBe('')
    expect(saved.name).toContain(new URL(link.replace(/^itpc/, 'https')).hostname)
  })

  test('a media link that dies is looked up afresh', async () => {
    harness.expectConsoleError(/status of 403/)
    const preview = await openPreview(harness, 'https://direct.example/dying', /MP4/)
    await expect.poll(() => downloadAddress(preview)).toContain('moved')
    const saved = await save(preview)
    expect(await decodeErrors(saved.path)).toBe('')
  })
})
