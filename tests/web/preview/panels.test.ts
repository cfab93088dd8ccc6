import { failures } from '#contract/failures.ts'
import type { Proof } from '#contract/engine/merge.ts'
import { texts } from '#texts/en/preview.ts'
import { figures } from '#texts/figures.ts'
import { sayIn } from '#texts/say.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageDataContext, type PageData } from '../../../web/app/page-data.ts'
import { factsOf } from '../../../web/preview/panels/file-panel.tsx'
import { StatusPanel } from '../../../web/preview/panels/status-panel.tsx'
import { readPreview } from '../../../web/preview/link.ts'
import type { MadeFile, PreviewState } from '../../../web/preview/machine.ts'
import type { Preview } from '../../../web/preview/use-preview.ts'
import { textsReadBy } from '../../../web/every-text.ts'
import { Screen } from '../../../web/preview/screen.tsx'
import { proof } from '../../builders.ts'

const words = { texts: texts.file, say: sayIn('en'), figures: figures('en') }

const link = readPreview('?url=https%3A%2F%2Fcdn.example%2Fv.mp4&filename=a.mp4', '', 'https://green.example')
const file: MadeFile = {
  taskId: 't',
  expiresAt: 1,
  size: 1_500_000,
  generation: '1',
  proof,
}
const pageData = {
  retentionSeconds: 3_600,
  language: 'en',
  base: '',
  texts: textsReadBy('en', new Set()),
} as unknown as PageData
const screen = (state: PreviewState, isDirect = false) =>
  renderToStaticMarkup(
    createElement(
      PageDataContext,
      { value: pageData },
      createElement(Screen, { state, isPicture: false, isDirect, backdrop: null }),
    ),
  )

test('shows Canceled, not Processing Failed', () => {
  const html = screen({ step: 'cancelled' })
  expect(html).toContain('Canceled')
  expect(html).not.toContain('Failed')
})

test('says the reason of a failed merge once', () => {
  const html = screen({ step: 'failed', message: 'The source stopped.', waitsFor: null })
  expect(html).toContain('Processing Failed')
  expect(html).toContain('<p role="alert">The source stopped.</p>')
})

test('does not say that a file of the source was processed', () => {
  const html = screen({ step: 'failed', message: 'This link has expired.', waitsFor: null }, true)
  expect(html).not.toContain('Processing')
})

test('an expired file says so in the specified words', () => {
  expect(screen({ step: 'expired', isDeleted: false, file })).toContain(failures.file_gone.text)
})

test('computes a missing bitrate', () => {
  expect(Object.fromEntries(factsOf(link, null, words))).toMatchObject({
    Bitrate: 'unknown',
    Size: 'unknown',
  })
  expect(Object.fromEntries(factsOf(link, file, words))).toMatchObject({
    Bitrate: '1000 kbps',
    Size: '1.5 MB',
  })
  expect(Object.fromEntries(factsOf({ ...link, bitrate: 968 }, file, words))).toMatchObject({
    Bitrate: '968 kbps',
  })
})

test('says that another picture is in the file, and why', () => {
  const other = { ...file, proof: { ...file.proof!, instead_of: 2_160 } }
  expect(Object.fromEntries(factsOf(link, other, words))['Resolution']).toBe(
    '1920 × 1080, because the parts of 2160p can’t be joined',
  )
})

test('tells what was checked of a made file', () => {
  const made = readPreview('?url=%2Fapi%2Fdownload%2Fstart-merge%3Ftask_id%3Da', '', 'https://green.example')
  const checked = (one: MadeFile | null) => Object.fromEntries(factsOf(made, one, words))['Checked']
  expect(checked(null)).toBe('after processing')
  expect(checked(file)).toBe('complete, 0:12 (H.264 + AAC)')
  expect(checked({ ...file, proof: { ...file.proof!, begins_at: 61 } })).toBe('from 1:01, 0:12 (H.264 + AAC)')
})

test('alerts to a failed deletion and keeps Delete', () => {
  const panel = (state: PreviewState) => {
    const preview = { state, deletion: { isPending: false } } as Preview
    return renderToStaticMarkup(
      createElement(PageDataContext, { value: pageData }, createElement(StatusPanel, { preview, link })),
    )
  }
  const kept = { ...file, expiresAt: null }
  expect(panel({ step: 'ready', file: kept })).not.toContain('alert')
  const html = panel({ step: 'ready', file: kept, fault: 'The file was not deleted.' })
  expect(html).toMatch(/role="alert">The file was not deleted\.</)
  expect(html).toContain('Delete now')
})

test.each([false, true])('an ended countdown is not called available (deleted: %s)', (isDeleted) => {
  const preview = { state: { step: 'expired', isDeleted, file: { ...file, expiresAt: null } } } as Preview
  const html = renderToStaticMarkup(
    createElement(PageDataContext, { value: pageData }, createElement(StatusPanel, { preview, link })),
  )
  expect(html).toContain(isDeleted ? 'Deleted' : 'Expired')
  expect(html).not.toContain('Available for')
})

test('says that the cover is not in the file', () => {
  const without = { ...file, proof: { ...file.proof!, cover_left_out: true } }
  expect(Object.fromEntries(factsOf(link, without, words))['Cover']).toMatch(/^not in the file/)
  expect(Object.fromEntries(factsOf(link, file, words))['Cover']).toBeUndefined()
})

test.each<[Partial<Proof>, string | undefined]>([
  [{ subtitles: 'deu' }, 'in the file, off at first'],
  [{ subtitles: 'deu', subtitles_left_out: 'fr' }, 'in the file, but these could not be read: French'],
  [{ subtitles_left_out: 'fr' }, 'none could be read'],
  [{}, 'none in this file'],
])('the panel says what became of the subtitles: %j', (given, text) => {
  const one: MadeFile = { ...file, proof: { ...proof, ...given } }
  expect(Object.fromEntries(factsOf({ ...link, subtitles: 'de' }, one, words))['Subtitles']).toBe(text)
})
