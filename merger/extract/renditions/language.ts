import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { isDescribed, isDescription } from './described.ts'
import { hasNoVideo } from './format-kind.ts'
import { languageCode } from '#contract/language-code.ts'
import { isReadAloud } from './version.ts'

/** ISO 639-2 codes for "undetermined", "several", "no linguistic content" and "uncoded". */
const NO_LANGUAGE = new Set(['und', 'mul', 'zxx', 'mis'])
/** ISO 639-2 reserves qaa to qtz for local use, so these codes name no language. */
const LOCAL_USE = /^q[a-t][a-z]$/

/** BCP 47 in its canonical form (`deu` and `ger` become `de`), so that one language has one code. */
export function canonicalLanguage(code: string | null): string | null {
  const bare = code?.trim().replaceAll('_', '-').split(PRIVATE_USE, 1)[0]!.replace(SUFFIX, '') ?? ''
  if (bare === '' || NO_LANGUAGE.has(bare.toLowerCase()) || LOCAL_USE.test(bare.toLowerCase())) return null
  // No code has so many letters in a row.
  if (/^[\p{L} ]{4,}$/u.test(bare)) return languageCode(bare) ?? (isDescription(bare) ? null : bare)
  try {
    return Intl.getCanonicalLocales(bare)[0] ?? null
  } catch {
    return bare
  }
}

const baseOf = (code: string) => code.split('-')[0]!

/** One list of a site has `en` where another has `en-US`, unless a list tells regions apart. */
function languageReader(formats: FormatFacts[]): (format: FormatFacts) => string | null {
  const codes = [...new Set(formats.map(ownLanguage).filter((code) => code !== null))]
  const isOnlyRegion = (base: string) =>
    codes.includes(base) && codes.filter((code) => code.startsWith(`${base}-`)).length === 1
  const shared = new Map(
    codes.map((code) => {
      const base = baseOf(code)
      return [code, isOnlyRegion(base) ? base : code]
    }),
  )
  return (format) => shared.get(ownLanguage(format) ?? '') ?? null
}

/** Some playlists only name their tracks: NAME="Deutsch". */
function ownLanguage(format: FormatFacts): string | null {
  const { language, format_note: note } = format
  if (language !== null || note === null || !hasNoVideo(format)) return canonicalLanguage(language)
  return languageCode(note.split(/[([,]| - /)[0]!)
}

/** Such as `sv-x-tal`, RFC 5646, section 2.2.7. */
const PRIVATE_USE = /-x-/i
/** What sites append to a code to name the kind of track. */
const SUFFIX = /-(?:desc|audio-?description|clear-?speech|dub|dubbed|original|standard)$/i

/**
 * A described track whose code names no language has the language of the plain track with the same note, else
 * the original language.
 */
export function languagesOf(formats: FormatFacts[], info: Info): Map<FormatFacts, string | null> {
  const languageOf = languageReader(formats)
  const languages = new Map(formats.map((format) => [format, languageOf(format)]))
  const originals = originalLanguages(formats, info)
  for (const format of formats) {
    if (languages.get(format) !== null || !isDescribed(format, info)) continue
    const twin = formats.find(
      (other) =>
        other.format_note !== null &&
        other.format_note === format.format_note &&
        !isDescribed(other, info) &&
        languages.get(other),
    )
    languages.set(format, (twin && languages.get(twin)) ?? [...originals][0] ?? null)
  }
  return languages
}

/** yt-dlp's extractors give this rank, or none, to a language whose rank they do not know. */
const UNKNOWN_RANK = -1
/** That of merger/ytdlp/manifests/default_audio.py. */
const START_RANK = 5

const ORIGINAL =
  /\boriginal(?:e|ton|fassung|spr[åa]k)?\b|\bversión original\b|\bO-Ton\b|\bV\.O\.|(?:^|[[(,]\s*)(?:OV|VO|V\.O\.|ot)(?=$|[\]),])/i

/** European broadcasts use `qaa` for the original sound (ETSI EN 300 468, annex F). */
export const isOnlyOriginal = ({ language }: FormatFacts): boolean => language?.toLowerCase() === 'qaa'

export const isNamedOriginal = (format: FormatFacts): boolean => {
  const { language, format_note: note } = format
  if (isOnlyOriginal(format)) return true
  return ownLanguage(format) !== null && (/-original$/i.test(language ?? '') || ORIGINAL.test(note ?? ''))
}

/**
 * The language with the best rank of any of its tracks; without ranks, that of the track that the site calls
 * original; else the language of the item or of its pictures; else the language with which the playlist
 * starts; else the one that yt-dlp lists last, as its best. Empty if the original track names no language.
 */
export function originalLanguages(formats: FormatFacts[], info: Info): Set<string> {
  const languageOf = languageReader(formats)
  const ranks = new Map<string, number>()
  let unnamed = UNKNOWN_RANK
  const sounding = formats.filter(
    (format) => format.acodec !== 'none' && !isDescribed(format, info) && !isReadAloud(format),
  )
  for (const format of sounding) {
    const language = languageOf(format)
    const rank = format.language_preference ?? (format.is_default ? START_RANK : UNKNOWN_RANK)
    if (language !== null) ranks.set(language, Math.max(rank, ranks.get(language) ?? UNKNOWN_RANK))
    else unnamed = Math.max(rank, unnamed)
  }
  const best = Math.max(...ranks.values())
  if (unnamed > Math.max(best, 0)) return new Set()
  const named = best > 0 ? undefined : sounding.find(isNamedOriginal)
  if (named) return new Set([languageOf(named)].filter((language) => language !== null))
  const leading = [...ranks.keys()].filter((language) => ranks.get(language) === best)
  const item = canonicalLanguage(info.language) ?? pictureLanguage(formats.map(languageOf), formats)
  const candidates = best > 0 ? leading : [...ranks.keys()]
  const own =
    candidates.find((code) => code === item) ??
    candidates.find((code) => item && baseOf(code) === baseOf(item))
  if (own) return new Set([own])
  if (leading.length < 2) return new Set(leading)
  const last = sounding.findLast((format) => leading.includes(languageOf(format) ?? ''))
  return new Set(last ? [languageOf(last)!] : [])
}

/** The one language that all pictures without sound have that name any. */
function pictureLanguage(languages: (string | null)[], formats: FormatFacts[]): string | null {
  const named = languages.filter((_, at) => formats[at]!.acodec === 'none' && !hasNoVideo(formats[at]!))
  const [only = null, ...others] = new Set(named.filter((language) => language !== null))
  return others.length > 0 ? null : only
}
