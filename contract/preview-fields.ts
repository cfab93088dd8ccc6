/**
 * The plain fields of a preview link, in the order of its query; its links have grants, so they are not here.
 * `share`: a short link keeps the field. `request`: the page asks for formats with it.
 */
const fields = {
  title: ['share'],
  filename: ['share'],
  is_audio: ['share'],
  resolution: ['share'],
  filesize: ['share'],
  bitrate: ['share'],
  source_url: ['share'],
  item: ['share', 'request'],
  clip: ['share', 'request'],
  asked: [],
  subtitles: ['share', 'request'],
} as const satisfies Record<string, readonly ('share' | 'request')[]>

export type PreviewField = keyof typeof fields
type FieldFor<Use> = {
  [F in PreviewField]: Use extends (typeof fields)[F][number] ? F : never
}[PreviewField]
export type SharedField = FieldFor<'share'>
export type RequestField = FieldFor<'request'>

export const sharedFields = Object.entries(fields)
  .filter(([, uses]: [string, readonly string[]]) => uses.includes('share'))
  .map(([name]) => name as SharedField)
