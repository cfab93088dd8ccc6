import { codecName, pictureRow, soundRow } from '../codecs/codecs.ts'
import { hasTrait, type Trait } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import { versionNames } from '../engine/version-names.ts'
import { languageCode } from '../language-code.ts'
import { languageName } from '../language-name.ts'
import { isSmooth } from '../lines.ts'
import { isImageFile } from '../media-types.ts'
import type { FormatRow } from './format-row.ts'

/** The edge words a fact for its reader. `language`: a tag of BCP 47, or a code of the site. */
export type RowFact =
  | { key: PlainFact }
  | { key: 'convertedBelow'; kbps: string }
  | { key: 'named'; name: string }
  | { key: LanguageFact; language: string }
  /** The same in each language, such as the name of a codec. */
  | { text: string }

type PlainFact =
  | 'converted'
  | 'convertedAbove'
  | (typeof NOTED_TRAITS)[number]
  | 'lossless'
  | 'description'
  | 'original'
  | keyof typeof versionNames
type LanguageFact =
  | 'descriptionIn'
  | 'originalIn'
  | 'dubbed'
  | 'inLanguage'
  | 'hardSubtitlesIn'
  | 'secondSound'

type RowLabel =
  | { key: 'audio' | 'image' | 'videoUnknown'; format: string }
  | { key: 'audioRate'; format: string; kbps: string }
  | { key: 'video'; format: string; height: string }
  | { key: 'gif' }

export function labelFact(row: FormatRow): RowLabel {
  const format = row.ext.toUpperCase()
  switch (row.group) {
    case 'audio':
      return row.abr
        ? { key: 'audioRate', format, kbps: String(Math.round(row.abr)) }
        : { key: 'audio', format }
    case 'video':
    case 'both':
      if (row.ext === 'gif') return { key: 'gif' }
      if (isImageFile(row.ext)) return { key: 'image', format }
      return row.height
        ? { key: 'video', format, height: String(row.height) }
        : { key: 'videoUnknown', format }
  }
}

const NOTED_TRAITS = [
  'preview',
  'incomplete',
  'post_sound',
  'surround',
  'upscaled',
  'spherical',
  'premium',
] as const satisfies readonly Trait[]

function trackFact(row: FormatRow): RowFact | undefined {
  const { language } = row
  if (hasTrait(row, 'audio_description'))
    return language ? { key: 'descriptionIn', language } : { key: 'description' }
  // A picture without sound is in no language.
  if (row.original || !tracksOf[row.group].sound || !language) return undefined
  const known = languageName(language)
  if (row.version?.includes(known ?? language)) return undefined
  if (hasTrait(row, 'original_sound')) return known ? { key: 'originalIn', language } : { key: 'original' }
  return { key: hasTrait(row, 'dub') ? 'dubbed' : 'inLanguage', language }
}

/** yt-dlp numbers the formats that a site does not name. */
const NUMBERED = /^(?:\p{L}+-)?\d+(?:-\d+)?$/u

function ownName({ id, name, tbr }: FormatRow): RowFact {
  if (name === null && tbr !== null && NUMBERED.test(id)) return { text: `${Math.round(tbr)} kbps` }
  return { key: 'named', name: name ?? id }
}

const VERSIONS = Object.entries(versionNames) as [keyof typeof versionNames, string][]

function versionFact(version: string): RowFact {
  const [key] = VERSIONS.find(([, name]) => name === version) ?? []
  if (key) return { key }
  const named = version.endsWith(` ${versionNames.hardSubtitles}`)
  if (!named) return { text: version }
  const name = version.slice(0, -versionNames.hardSubtitles.length).trim()
  return { key: 'hardSubtitlesIn', language: languageCode(name) ?? name }
}

function conversionFact({ above_source: isAbove, sourceKbps }: FormatRow): RowFact {
  if (!isAbove) return { key: 'converted' }
  return sourceKbps === undefined
    ? { key: 'convertedAbove' }
    : { key: 'convertedBelow', kbps: String(sourceKbps) }
}

/** What a note says of a row, in the order of reading. */
export function factsOf(row: FormatRow): RowFact[] {
  const mainRow = row.group === 'audio' ? soundRow : pictureRow
  const isNoted = mainRow(row.codec)?.isNoted && row.codec !== row.ext
  const codec = isNoted ? codecName(row.codec) : null
  const facts: (RowFact | false | undefined)[] = [
    ...NOTED_TRAITS.filter((trait) => hasTrait(row, trait)).map((key) => ({ key })),
    row.isOneOfMany && ownName(row),
    row.version ? versionFact(row.version) : undefined,
    row.isLossless && { key: 'lossless' },
    row.hdr && { text: 'HDR' },
    row.fps !== null && isSmooth(row.fps) && { text: `${Math.round(row.fps)} fps` },
    codec ? { text: codec } : undefined,
    trackFact(row),
    row.second !== undefined && { key: 'secondSound', language: row.second },
    row.converted && conversionFact(row),
  ]
  return facts.filter((fact) => typeof fact === 'object')
}
