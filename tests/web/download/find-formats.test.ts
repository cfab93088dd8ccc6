import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { findFormats } from '../../../web/download/find-formats.ts'
import { ownerOf } from '../../../web/download/form/formats-request.ts'
import { emptyInfo } from '../../builders.ts'
import { wordsIn } from '../page-words.ts'

const found = { ...emptyInfo, formats: [{ url: 'u', label: 'l', ext: 'mp3', resolution: null }] }

test.each([
  ['a podcast platform', 'apple_podcasts', { is_podcast: true, platform: 'apple_podcasts' }],
  ['an audio platform without podcasts', 'soundcloud', { is_podcast: false, platform: 'soundcloud' }],
  ['a video platform', 'vimeo', {}],
  ['the home page', undefined, {}],
])('sends is_podcast only for audio platforms (%s)', async (_, id, marks) => {
  const answer = await findFormats(
    () => Promise.resolve(found as never),
    id ? platformById(id) : undefined,
    wordsIn('en'),
  )
  expect(answer).toEqual({ info: { ...found, ...marks } })
})

test('returns a message without formats', async () => {
  const failed = await findFormats(() => Promise.reject(new Failure('private')), undefined, wordsIn('en'))
  expect(failed).toEqual({ fault: expect.stringMatching(/private/i) })
  const empty = await findFormats(() => Promise.resolve(emptyInfo), undefined, wordsIn('en'))
  expect(empty).toEqual({ fault: expect.stringMatching(/./) })
})

test.each([
  ['a text without a link', 'a good song', undefined],
  ['a link of an unknown site', 'https://media.test/v', undefined],
  ['a message with a link of a platform', 'look: https://vimeo.com/123456789 !', 'vimeo'],
])('finds the platform of a link: %s', (_, text, id) => {
  expect(ownerOf(text)).toBe(id)
})
