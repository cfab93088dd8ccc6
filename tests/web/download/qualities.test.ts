import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { mp3Of } from '../../../web/download/choice/best-pick.ts'
import { groupsOf, qualitiesOf } from '../../../web/download/choice/qualities.ts'
import { chipName } from '../../../web/download/format-name.ts'
import { format } from './format.ts'

const sound = (ext: string, abr: number, note?: string) =>
  format(`${ext} ${abr} ${note}`, { is_audio_only: true, ext, abr, ...(note && { note }) })
const mp3 = format('mp3', { is_audio_only: true, ext: 'mp3', abr: 192, converted: true })

const sounds = [
  sound('m4a', 129),
  sound('webm', 160, 'Opus'),
  sound('webm', 70, 'Opus'),
  sound('m4a', 129, 'dubbed: German'),
  sound('m4a', 129, 'dubbed: French'),
]

test('tells sounds apart by language, codec and rate', () => {
  const shown = groupsOf([...sounds, mp3]).flatMap(({ kind, note, formats }) =>
    formats.map((one) => [kind, note ?? '', chipName(one, formats)].join(' / ')),
  )
  expect(shown).toEqual([
    'sound /  / M4A',
    'sound / Opus / WEBM 160',
    'sound / Opus / WEBM 70',
    'sound / dubbed: German / M4A',
    'sound / dubbed: French / M4A',
    'mp3 /  / MP3 192',
  ])
})

test('offers one sound for each container, and the MP3s', () => {
  const names = (best: Format) => qualitiesOf([...sounds, mp3], best).map(({ key }) => key)
  expect(names(sounds[0]!)).toEqual(['m4a 129 undefined', 'webm 160 Opus', 'mp3'])
  expect(names(sounds[4]!)).toEqual(['m4a 129 dubbed: French', 'webm 160 Opus', 'mp3'])
})

test('offers no conversion that is above its source as a quality', () => {
  const made = (ext: string, fields: Partial<Format>) =>
    format(`${ext} ${fields.abr}`, {
      is_audio_only: true,
      ext,
      converted: true,
      note: 'converted',
      ...fields,
    })
  const above = made('mp3', { abr: 320, above_source: true })
  const all = [sounds[0]!, above, made('mp3', { abr: 128 }), made('opus', { abr: 96 })]
  const names = (best: Format) => qualitiesOf(all, best).map(({ key }) => key)
  expect(names(sounds[0]!)).toEqual(['m4a 129 undefined', 'mp3 128'])
  expect(names(above)).toEqual(['mp3 320', 'mp3 128', 'm4a 129 undefined'])
  expect(mp3Of(all, sounds[0]!)?.key).toBe('mp3 128')
  expect(groupsOf(all).map(({ kind }) => kind)).toEqual(['sound', 'mp3', 'made'])
})
