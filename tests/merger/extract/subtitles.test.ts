import { afterAll, beforeAll, expect, test } from 'vitest'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const CAPTIONS = 'https://streams.example/captions'

describeSealed('a stream lists its subtitles', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  const listed = async (link: string) =>
    (await extract(merger, link)).subtitles?.map(({ language, name, url }) => [language, name, url])

  test('of HLS, whole ones before signs, whatever the name of the link', async () => {
    expect(await listed(`${CAPTIONS}/master.m3u8`)).toEqual([
      ['en', 'English', `${CAPTIONS}/en.m3u8`],
      ['de', 'Deutsch', `${CAPTIONS}/de`],
    ])
  })

  test('of DASH, except those in segments', async () => {
    expect(await listed(`${CAPTIONS}/manifest.mpd`)).toEqual([['fr', null, `${CAPTIONS}/fr.vtt`]])
  })
})
