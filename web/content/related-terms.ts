import type { Parts } from '#texts/parts.ts'

export type TermId = keyof Parts['pages/glossary']['terms']

/** The terms below each term of the glossary. */
export const relatedTerms: Readonly<Record<TermId, readonly TermId[]>> = {
  codec: ['container', 'conversion'],
  container: ['codec', 'merging'],
  resolution: ['bitrate'],
  bitrate: ['resolution', 'conversion'],
  hdr: ['resolution', 'codec'],
  merging: ['container', 'conversion'],
  conversion: ['codec', 'bitrate', 'merging'],
  drm: ['publicly-accessible-content'],
  playlist: ['download'],
  watermark: ['content'],
  'our-service': ['third-party-platforms', 'download', 'content'],
  'third-party-platforms': ['our-service', 'publicly-accessible-content'],
  download: ['content', 'our-service', 'publicly-accessible-content'],
  content: ['download', 'publicly-accessible-content'],
  'publicly-accessible-content': ['content', 'third-party-platforms', 'download'],
}
