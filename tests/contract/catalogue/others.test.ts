import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { audio, combined, video } from '../../extractions.ts'
import { rowsOf } from './rows.ts'

const small = { width: 640, height: 360 }
const described = ['audio_description']
const german = { original: false, language: 'de' }

/** group:height:language of each row, with the ids of its streams. */
const linesOf = (renditions: Rendition[]) =>
  rowsOf(renditions)
    .filter((row) => !row.converted)
    .map(({ group, height, language, make }) => {
      const plan = make.by === 'plan' ? make.plan : undefined
      const ids = plan
        ? [plan.video?.id, plan.audio?.id]
        : [make.by === 'link' ? make.rendition.id : undefined]
      return [group, height, language, ids.filter((id) => id !== undefined).join('+')]
        .filter((part) => part !== null)
        .join(' ')
    })
const sourceOf = (renditions: Rendition[]) => {
  const make = rowsOf(renditions).find((row) => row.converted)?.make
  return make?.by === 'plan' ? make.plan.audio?.id : undefined
}

describe('sound', () => {
  test('of the original language has no language in its key', () => {
    const [row] = rowsOf([audio({ id: 'a', language: 'de' })])
    expect([row?.language, row?.key]).toEqual([null, 'audio:128:m4a:mp4a:'])
  })

  test('of a dub is offered once in its best rate', () => {
    const dub = (id: string, abr: number) => audio({ id, abr, tbr: abr, ...german })
    expect(linesOf([audio({ id: 'a' }), dub('low', 64), dub('high', 160)])).toEqual([
      'audio a',
      'audio de high',
    ])
  })

  test('of a narrator in another language stays beside the dub', () => {
    const dub = audio({ id: 'dub', ...german })
    expect(linesOf([audio({ id: 'a' }), audio({ id: 'ad', ...german, traits: described }), dub])).toEqual([
      'audio a',
      'audio de dub',
      'audio de ad',
    ])
  })

  test('of unknown rate goes before a low rate', () => {
    const sounds = [audio({ id: 'unknown', abr: null, tbr: null }), audio({ id: 'low', abr: 64, tbr: 64 })]
    expect(linesOf([video({ id: 'v' }), ...sounds])[0]).toBe('both 1080 v+unknown')
  })

  test('of unknown rate is one row for each file', () => {
    const file = (id: string) =>
      audio({ id, container: 'mp3', acodec: 'mp3', abr: null, tbr: null, filesize: null })
    expect(linesOf([file('one'), file('two')])).toEqual(['audio two', 'audio one'])
  })

  test('comes from a described film if there is no other', () => {
    expect(sourceOf([combined({ id: 'ad', original: false, traits: described })])).toBe('ad')
  })

  test('comes from a dub before a dubbed film', () => {
    const films = [video({ id: 'v' }), combined({ id: 'film', ...small, ...german })]
    expect(sourceOf([...films, audio({ id: 'dub', ...german })])).toBe('dub')
  })

  test('taken from a view of a talk has not the name of the view', () => {
    const [row] = rowsOf([combined({ version: 'presenter' })]).filter(({ group }) => group === 'audio')
    expect(row).toMatchObject({ version: null, key: 'audio:128:m4a:mp4a:' })
  })

  test('of unknown rate in a film has the size of a usual one', () => {
    const [row] = rowsOf([combined({ abr: null })]).filter(({ group }) => group === 'audio')
    expect(row).toMatchObject({ filesize: 128 * 100 * 125, about: true })
  })

  test.each([
    ['a lossless file', { filesize: 500 * 1024 ** 2 }, 'best'],
    ['a lossy file before a very large one', { filesize: 513 * 1024 ** 2 }, 'lossy'],
    [
      'a lossy file before one that is about so large',
      { filesize: null, filesize_approx: 513 * 1024 ** 2 },
      'lossy',
    ],
  ])('is converted from %s', (_, size, source) => {
    const best = audio({ id: 'best', container: 'flac', acodec: 'flac', ...size })
    expect(sourceOf([best, audio({ id: 'lossy' })])).toBe(source)
  })

  test.each(['wav', 'aiff'])('is converted from FLAC before %s', (container) => {
    const lossless = (id: string, ext: string) => audio({ id, container: ext, acodec: null, abr: 900 })
    expect(sourceOf([lossless('flac', 'flac'), lossless('other', container)])).toBe('flac')
  })
})

describe('a picture of another language', () => {
  test('is offered once for each language, narrator or not', () => {
    const film = (id: string, language: string, traits: string[] = []) =>
      combined({ id, original: false, language, traits })
    const films = [film('de', 'de'), film('ad', 'de', described), film('it', 'it')]
    expect(
      linesOf([...films, combined({ id: 'en', abr: 128 })]).filter((line) => line.startsWith('both')),
    ).toEqual(['both 1080 en', 'both 1080 it it', 'both 1080 de de', 'both 1080 de ad'])
  })

  test('keeps all heights if there is no original', () => {
    const films = [combined({ id: 'low', ...small, ...german }), combined({ id: 'high', ...german })]
    expect(linesOf(films).slice(0, 2)).toEqual(['both 1080 de high', 'both 360 de low'])
  })

  test('takes the original sound at all heights if no sound has its language', () => {
    const pictures = [video({ id: 'low', ...small, ...german }), video({ id: 'high', ...german })]
    expect(linesOf([...pictures, audio({ id: 'a' })]).filter((line) => line.startsWith('both'))).toEqual([
      'both 1080 high+a',
      'both 360 low+a',
    ])
  })
})

describe('a version', () => {
  const cut = { version: 'uncut' }

  test('takes the main sound, not a commentary', () => {
    const sounds = [audio({ id: 'a' }), audio({ id: 'comment', version: 'commentary', abr: 320, tbr: 320 })]
    const lines = linesOf([video({ id: 'v' }), video({ id: 'cut', ...cut }), ...sounds])
    expect(lines.filter((line) => line.includes('cut'))).toEqual(['both 1080 cut+a'])
  })

  test('of the sound is no second row beside the same language', () => {
    const sounds = [audio({ id: 'a' }), audio({ id: 'b', ...cut })]
    expect(linesOf([video({ id: 'v' }), video({ id: 'cut', ...cut }), ...sounds])).toEqual([
      'both 1080 v+a',
      'both 1080 cut+b',
      'video 1080 v',
      'audio a',
    ])
  })

  test('of all sound joins the picture', () => {
    expect(linesOf([video({ id: 'v' }), audio({ id: 'a', version: 'clear speech' })])[0]).toBe(
      'both 1080 v+a',
    )
  })

  test('goes before a plain film that a narrator describes', () => {
    const films = [
      combined({ id: 'view', version: 'presenter' }),
      combined({ id: 'ad', original: false, traits: described }),
    ]
    expect(rowsOf(films).find((row) => row.suggested)?.version).toBe('presenter')
  })

  test('without sound is one silent row', () => {
    const slides = { version: 'presentation' }
    const views = [
      combined({ id: 'view', version: 'presenter' }),
      video({ id: 'low', ...small, ...slides }),
      video({ id: 'high', ...slides }),
    ]
    expect(linesOf(views)).toEqual(['both 1080 view', 'video 1080 high', 'audio view'])
  })
})

test.each(['mp4', 'm4v', 'mov'])('suggests a smaller %s with H.264 before VP9', (container) => {
  const films = [
    combined({ container: 'webm', vcodec: 'vp9', acodec: 'opus' }),
    combined({ container, ...small }),
  ]
  expect(rowsOf(films).find((row) => row.suggested)?.ext).toBe(container)
})
