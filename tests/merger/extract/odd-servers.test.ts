import { afterAll, beforeAll, expect, test } from 'vitest'
import { extract, startMerger, type Merger } from '../rig.ts'
import { LISTS, WHOLE } from '../../internet/sites/odd-servers.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('a good file of an odd server is offered', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each(WHOLE)('reads the film of a server with %s', async (kind) => {
    const { renditions } = await extract(merger, `https://odd-servers.example/${kind}/film.mp4`)
    expect(renditions).toEqual([expect.objectContaining({ kind: 'both', container: 'mp4', height: 360 })])
  })

  test.each(LISTS)('reads lists of a server with %s', async (kind) => {
    const at = `https://odd-servers.example/lists/${kind}`
    const { renditions } = await extract(merger, `${at}/plain/index.m3u8`)
    expect(renditions).toEqual([expect.objectContaining({ transport: 'hls', kind: 'both' })])
    expect((await extract(merger, `${at}/dash/manifest.mpd`)).renditions).toHaveLength(3)
  })

  test('reads a film that is named and served as a playlist', async () => {
    const { renditions } = await extract(merger, 'https://odd-servers.example/playlist-type/film.m3u8')
    expect(renditions).toEqual([
      expect.objectContaining({ transport: 'http', kind: 'both', container: 'mp4', height: 360 }),
    ])
  })

  test('names MP3 bytes in a film by what they are', async () => {
    const { renditions } = await extract(merger, 'https://odd-servers.example/song-as-film/song.m4a')
    expect(renditions).toEqual([expect.objectContaining({ kind: 'audio', container: 'mp3' })])
  })
})
