import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { findFormats } from '../../../web/download/find-formats.ts'
import { ownerOf } from '../../../web/download/form/formats-request.ts'
import { emptyInfo } from '../../builders.ts'

const found = { ...emptyInfo, formats: [{ url: 'u', label: 'l', ext: 'mp3', resolution: null }] }

test.each([
  ['a podcast platform', 'apple_podcasts', { is_podcast: true, platform: 'apple_podcasts' }],
  ['an audio platform without podcasts', 'soundcloud', { is_podcast: false, platform: 'soundcloud' }],
  ['a video platform', 'vimeo', {}],
  ['the home page', undefined, {}],
])(
  'findFormats sets is_podcast and platform only for audio platforms (here: for %s)',
  async (_, id, marks) => {
    const answer = await findFormats(() => Promise.resolve(found as never), id ? platformById(id) : undefined)
    expect(answer).toEqual({ info: { ...found, ...marks } })
  },
)

test('findFormats returns a message if the extraction fails or finds no formats', async () => {
  const failed = await findFormats(() => Promise.reject(new Failure('private')), undefined)
  expect(failed).toEqual({ fault: expect.stringMatching(/private/i) })
  const empty = await findFormats(() => Promise.resolve(emptyInfo), undefined)
  expect(empty).toEqual({ fault: expect.stringMatching(/./) })
})

test.each([
  ['a text without a link', 'a good song', undefined],
  ['a link of an unknown site', 'https://media.test/v', undefined],
  ['a message with a link of a platform', 'look: https://vimeo.com/123456789 !', 'vimeo'],
])(
  'ownerOf returns the id of the link’s platform, or undefined if the link belongs to no platform: %s',
  (_, text, id) => {
    expect(ownerOf(text)).toBe(id)
  },
)
