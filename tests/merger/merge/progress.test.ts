import { expect, test } from 'vitest'
import { Progress } from '../../../merger/merge/progress.ts'

test('tells the speed of the last seconds and the time that is left', () => {
  const progress = new Progress()
  progress.stage = 'downloading'
  progress.total = 1_000_000
  expect(progress.show(0)).toMatchObject({ percent: 0, speed: null, remaining: null })
  progress.receive(100_000)
  expect(progress.show(1_000)).toMatchObject({ percent: 9.7, speed: 100_000, remaining: 9 })
  expect(progress.show(2_000)).toMatchObject({ speed: 50_000, remaining: 18 })
  for (const at of [5_000, 7_000, 9_000]) progress.show(at)
  expect(progress.show(11_000)).toMatchObject({ percent: 9.7, speed: 0, remaining: null })
})

test('tells the time that is left by the written media if the size is unknown', () => {
  const progress = new Progress()
  progress.stage = 'downloading'
  progress.duration = 60
  progress.written = 15
  expect(progress.show(0)).toMatchObject({ percent: 24.3, total: null, remaining: null })
  progress.written = 30
  expect(progress.show(5_000)).toMatchObject({ percent: 48.5, remaining: 6 })
})
