import { expect, test } from 'vitest'
import { config } from '../../merger/config.ts'

test('gives development defaults for an empty environment', () => {
  expect(config({})).toMatchObject({
    HOST: '127.0.0.1',
    MERGE_SLOTS: 4,
    PYTHON: '/usr/bin/python3',
    FFMPEG: 'ffmpeg',
  })
})

test('counts an empty value as absent', () => {
  expect(config({ EXITS: '', PORT: '' })).toEqual(config({}))
})

test('turns the text of a numeric variable into a number', () => {
  expect(config({ PORT: '9100', EXTRACT_QUEUE: '0' })).toMatchObject({ PORT: 9_100, EXTRACT_QUEUE: 0 })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['MERGE_SLOTS', '0'],
  ['EXTRACT_CHILDREN', '2.5'],
  ['EXITS', 'http://proxy.example:3128'],
])('refuses %s=%s with a message that names the variable', (name, value) => {
  expect(() => config({ [name]: value })).toThrow(new RegExp(`cannot start.*${name}`))
})
