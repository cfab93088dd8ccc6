import { expect, test } from 'vitest'
import { coverRow } from '#contract/catalogue/cover-row.ts'
import { audio, combined, extractionOf } from '../../extractions.ts'

const item = { ...extractionOf('https://media.test/direct', undefined), thumbnail: 'https://a.test/t.jpg' }
const planOf = (facts: Partial<typeof item>) => coverRow({ ...item, ...facts })?.make

test('the picture of an item is a file, square where the item is music', () => {
  expect(planOf({ renditions: [combined({})] })).toMatchObject({ plan: { container: 'jpg', video: null } })
  expect(planOf({ renditions: [combined({})] })).not.toHaveProperty('plan.square')
  expect(planOf({ renditions: [audio({})] })).toHaveProperty('plan.square', true)
  const song = { ...item.song, album: 'Album' }
  expect(planOf({ renditions: [combined({})], song })).toHaveProperty('plan.square', true)
})

test('an item without a picture, and a picture itself, have no cover', () => {
  expect(coverRow({ ...item, thumbnail: null, artwork: null })).toBeNull()
  expect(coverRow({ ...item, renditions: [combined({ kind: 'video', container: 'jpg' })] })).toBeNull()
})
