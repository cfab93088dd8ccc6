import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const TITLED = 'https://direct.example/titled.mkv'
const CAPTIONS = 'https://streams.example/captions'

describeSealed('a link lists its subtitles', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  const listed = async (link: string) =>
    (await extract(merger, link)).subtitles?.map(({ language, name, url, track }) => [
      language,
      name,
      track ?? url.slice(CAPTIONS.length + 1),
    ])

  test('of HLS, whole ones before signs, whatever the name of the link', async () => {
    expect(await listed(`${CAPTIONS}/master.m3u8`)).toEqual([
      ['en', 'English', 'en.m3u8'],
      ['en-x-2', 'Comments of the director', 'comments.m3u8'],
      ['en-x-forced', 'Signs', 'forced.m3u8'],
      ['en-x-sdh', 'English SDH', 'sdh.m3u8'],
      ['de', 'Deutsch', 'de'],
    ])
  })

  test('of DASH by their track, except protected ones', async () => {
    expect(await listed(`${CAPTIONS}/manifest.mpd`)).toEqual([
      ['fr', null, 'fr'],
      ['it', null, 'it'],
      ['it-x-forced', null, 'it-3'],
      ['it-x-sdh', 'Italiano', 'it-2'],
    ])
  })

  test('of a file by their place in it, asked for once', async () => {
    const since = watchLog()
    const { subtitles } = await extract(merger, TITLED)
    expect(subtitles.map(({ language, url, track }) => [language, url, track])).toEqual([
      ['de', TITLED, 'in-file:3'],
      ['en', TITLED, 'in-file:4'],
      ['en-x-forced', TITLED, 'in-file:5'],
    ])
    expect(since().requests.filter(({ host }) => host === 'direct.example')).toHaveLength(2)
  })
})
