import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { factsOf } from '../../../web/preview/panels/file-panel.tsx'
import { StatusPanel } from '../../../web/preview/panels/status-panel.tsx'
import { readPreview } from '../../../web/preview/link.ts'
import type { MadeFile, PreviewState } from '../../../web/preview/machine.ts'
import type { Preview } from '../../../web/preview/use-preview.ts'
import { Screen } from '../../../web/preview/screen.tsx'

const link = readPreview('?url=https%3A%2F%2Fcdn.example%2Fv.mp4&filename=a.mp4', '', 'https://green.example')
const file: MadeFile = {
  taskId: 't',
  expiresAt: 1,
  size: 1_500_000,
  generation: '1',
  proof: {
    container: 'mp4',
    duration: 12,
    width: 1_920,
    height: 1_080,
    video_codec: 'h264',
    audio_codec: 'aac',
  },
}
const screen = (state: PreviewState) =>
  renderToStaticMarkup(createElement(Screen, { state, isPicture: false, backdrop: null }))

test('shows Cancelled, not Processing Failed', () => {
  const html = screen({ step: 'cancelled' })
  expect(html).toContain('Cancelled')
  expect(html).not.toContain('Failed')
})

test('the screen of a failed merge shows Processing Failed', () => {
  expect(screen({ step: 'failed', message: 'no', waitsFor: null })).toContain('Processing Failed')
})

test('computes a missing bitrate', () => {
  expect(Object.fromEntries(factsOf(link, null))).toMatchObject({ Bitrate: 'unknown', Size: 'unknown' })
  expect(Object.fromEntries(factsOf(link, file))).toMatchObject({ Bitrate: '1000 kbps', Size: '1.5 MB' })
  expect(Object.fromEntries(factsOf({ ...link, bitrate: 968 }, file))).toMatchObject({ Bitrate: '968 kbps' })
})

test('alerts to a failed deletion and keeps Delete', () => {
  const panel = (state: PreviewState) => {
    const preview = { state, deletion: { isPending: false } } as Preview
    return renderToStaticMarkup(createElement(StatusPanel, { preview, link }))
  }
  const kept = { ...file, expiresAt: null }
  expect(panel({ step: 'ready', file: kept })).not.toContain('alert')
  const html = panel({ step: 'ready', file: kept, fault: 'The file was not deleted.' })
  expect(html).toMatch(/role="alert">The file was not deleted\.</)
  expect(html).toContain('Delete now')
})
