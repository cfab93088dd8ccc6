import { codecFamily } from '#contract/codecs/codecs.ts'
import type { Rendition } from '#contract/engine/extraction.ts'
import { mainCodec, tracksOf, type StreamKind } from '#contract/engine/kinds.ts'
import { Failure } from '#contract/failure.ts'
import type { Presentation, Representation } from './dash.ts'

/**
 * yt-dlp names a row by the id of its Representation. Some extractors put a prefix before the id, as in
 * "dash-720", and yt-dlp itself appends a number to an id that occurs more than once, as in "720-1".
 */
export function representationFor({ periods }: Presentation, rendition: Rendition): Representation {
  const all = periods.flatMap(({ representations }) => representations).filter((one) => fits(one, rendition))
  const rules: ((one: Representation) => boolean)[] = [
    ({ id }) => id === rendition.id,
    ({ id }) => id !== '' && rendition.id.endsWith(`-${id}`),
    ({ id }) => id !== '' && rendition.id.replace(/-\d{1,3}$/, '') === id,
    ({ id }) => id !== '' && rendition.id.replace(/-\d{1,3}$/, '').endsWith(`-${id}`),
    ({ height }) => !tracksOf[rendition.kind].picture || height === rendition.height,
  ]
  const matches = rules.map((rule) => all.filter(rule)).find(({ length }) => length > 0)
  if (!matches) throw new Failure('format_gone', { cause: `no ${rendition.id} in the manifest` })
  return matches.toSorted((a, b) => distance(a, rendition) - distance(b, rendition))[0]!
}

const FITTING: Record<StreamKind, readonly Representation['kind'][]> = {
  video: ['video', 'both'],
  audio: ['audio', 'both'],
  both: ['video', 'both'],
}

const fits = ({ kind, isTrick }: Representation, rendition: Rendition): boolean =>
  !isTrick && FITTING[rendition.kind].includes(kind)

function distance(one: Representation, rendition: Rendition): number {
  const { language, tbr } = rendition
  const codec = codecFamily(mainCodec(rendition))
  const isOtherCodec = codec !== null && !one.codecs.some((each) => codecFamily(each) === codec)
  const isOtherLanguage = language !== null && one.language !== language
  return (
    1e12 * Number(isOtherCodec) +
    1e11 * Number(isOtherLanguage) +
    Math.abs(one.bandwidth - (tbr ?? 0) * 1_000)
  )
}
