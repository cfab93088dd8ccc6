import { versionNames } from '#contract/engine/version-names.ts'
import { languageName } from '#contract/language-name.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { isDescribed, isOfDescribed } from './described.ts'
import { hasNoVideo } from './format-kind.ts'
import { isHdr } from './picture.ts'

const SUBTITLED = /\b(?:hard-?sub|subs?\b|subtitle|sous-?titr|untertitel|VOST|OGsub|sottotitol)/i
const CUT = /\b(?:uncut|(?:un)?censored|extended|director.?s cut|theatrical|simulcast|broadcast dub)\b/i
const SIGNED = /\b(?:sign(?:ed| ?language)|langue des signes|LSF|DGS|BSL|ASL)\b|geb(?:ä|ae)rden/i
/** A camera or the slides of a talk, at the end of its note or id. */
const LECTURE =
  /\b(?:camera|screen share|slides?|speaker|presenter|presentation)(?: (?:stream|video|with camera)|\/\w+)?$/i
/** Another camera, a picture for each eye, or a film cut upright. */
const VIEW =
  /^portrait(?![a-z])|\b(?:cam(?:era)?|angle) ?\d|\b(?:onboard|multi-?cam|3D|SBS|(?:left|right).eye|side.by.side|over.under|anaglyph)\b/i
/** What Panopto calls the camera, another input and the screen. DV is also Dolby Vision. */
const PANOPTO_VIEW = /^(?:DV|OBJECT|SCREEN)$/
/** The broadcast of another team's station. */
const FEED = /\b(?:home|away|national|international|world|clean) (?:tv|radio|am|fm|feed)\b/i
const CLEAR_SPEECH = /clear-?speech|klare sprache/i
/** A voice reads the subtitles; Swedish broadcasters use the private subtag `tal`. */
const READ_ALOUD = /(?:audio|spoken) ?subtitle|uppläst|opplest|oplæst|gesproken ondertitel|-x-tal\b/i
/** Another sound to the same picture. */
const OTHER_SOUND =
  /\b(?:comment(?:ary|aire)|floor|ambien(?:t|ce)|(?:natural|international) sound|music only|instrumental|karaoke|radio|stadium|(?:ball)?park|crowd|arena)\b|audiokommentar|comentario|stadionton|шум|音のみ|現場音/i

const MAX_VERSION = 60

const hasRank = ({ language_preference: rank }: FormatFacts) => (rank ?? 0) > 0

/**
 * The name of a version of the picture other than the main one: another cut, or with subtitles or a sign
 * language interpreter in the picture. Null for the main version. Sites tell versions apart in the note, or
 * rank the pictures of one language differently.
 */
export function versionOf(format: FormatFacts, all: FormatFacts[], info: Info): string | null {
  const version =
    namedVersion(format, all) ??
    (isDescribed(format, info) || isOfDescribed(format)
      ? null
      : (rankedVersion(format, all, info) ?? feedOf(format, all, info)))
  return version?.slice(0, MAX_VERSION) ?? null
}

function rankedVersion(format: FormatFacts, all: FormatFacts[], info: Info): string | null {
  if (!hasRank(format)) return null
  const pictures = all.filter((other) => !hasNoVideo(other) && hasRank(other) && !isDescribed(other, info))
  const twins = hasNoVideo(format) ? pictures.filter((other) => isSameVersion(other, format)) : [format]
  const alike = pictures.filter((other) => other.language === twins[0]?.language)
  const best = Math.max(...alike.map((other) => other.language_preference!))
  return format.language_preference! >= best ? null : noteOf(format) || format.format_id
}

/** Notes of the same pictures in another form. */
const TECHNICAL =
  /\b(?:hls|dash|https?|smooth|ism|mp4|webm|h\.?26[45]|hevc|avc1?|av1|vp9|aac|ec-?3|stereo|dolby|atmos|cdn|source|premium|hdr|sdr|untested|default|auto|phone|mobile|web|low|medium|high|mirror|backup)\b|\d[pk](?![a-z])/i

/** Pictures with another note than the best one: by its words, or in all the same sizes as the best. */
function feedOf(format: FormatFacts, all: FormatFacts[], info: Info): string | null {
  const note = noteOf(format)
  const pictures = all.filter((other) => !hasNoVideo(other) && noteOf(other) !== '')
  const best = pictures.findLast((other) => namedVersion(other, all) === null && !isDescribed(other, info))
  if (best && note === noteOf(best)) return null
  if (FEED.test(note)) return note
  if (hasNoVideo(format) || !best || TECHNICAL.test(`${note} ${noteOf(best)}`)) return null
  const sizes = (one: FormatFacts) => {
    const alike = pictures.filter((other) => noteOf(other) === noteOf(one) && other.language === one.language)
    return [...new Set(alike.map(({ width, height }) => `${width}x${height}`))].toSorted()
  }
  const own = sizes(format)
  return own.length > 1 && own.join() === sizes(best).join() ? note : null
}

const noteOf = ({ format_note: note }: FormatFacts) => note?.trim() ?? ''

export const isReadAloud = ({ language, format_note: note }: FormatFacts): boolean =>
  READ_ALOUD.test(`${language} ${note}`)

const isView = (text: string) => LECTURE.test(text) || VIEW.test(text)

/** The name that the words of the site give. */
export function namedVersion(format: FormatFacts, all: FormatFacts[]): string | null {
  const note = noteOf(format)
  const isSound = hasNoVideo(format)
  if (isReadAloud(format)) return versionNames.readAloud
  if (isSound && !format.is_default && OTHER_SOUND.test(note)) return note
  // A broadcaster's second sound track is called "Sub" too.
  const isOfPicture = !isSound || all.some((other) => !hasNoVideo(other) && other.format_note === note)
  const inId = HARD_SUBTITLES.exec(format.format_id)
  if (inId) return `${idLanguage(inId)}${versionNames.hardSubtitles}`
  if (isOfPicture && SUBTITLED.test(note)) return `${subtitleLanguage(note)}${versionNames.hardSubtitles}`
  if (SIGNED.test(note) || /\bsign-?language\b/i.test(format.format_id)) return versionNames.signLanguage
  if (CLEAR_SPEECH.test(`${format.language} ${note}`)) return versionNames.clearSpeech
  if (isView(note) || (PANOPTO_VIEW.test(note) && !isHdr(format))) return note
  if (isView(format.format_id)) return format.format_id.replace(/[-_]?\d{1,5}p?$/, '')
  return CUT.test(note) ? note : null
}

/** Such as `hardsub-enUS`; Latin America and the Middle East (`esLA`, `arME`) are no regions of BCP 47. */
const HARD_SUBTITLES = /\bhard-?subs?(?:[-_]([a-z]{2,3})[-_]?([A-Z]{2})?)?(?![a-z])/
const REGIONS: Record<string, string> = { LA: '-419', ME: '' }

function idLanguage([, base, region]: RegExpExecArray): string {
  const name = base && languageName(`${base}${region ? (REGIONS[region] ?? `-${region}`) : ''}`)
  return name ? `${name} ` : ''
}

const isSameVersion = (a: FormatFacts, b: FormatFacts) =>
  a.language_preference === b.language_preference && a.format_note === b.format_note

function subtitleLanguage(note: string): string {
  const code = /\b([a-z]{2,3}(?:-[A-Z]{2})?) hard-?sub/.exec(note)?.[1]
  const name = /\b(\p{Lu}\p{Ll}+) \(?(?:[Hh]ard-?|[Ss]ub)/u.exec(note)?.[1]
  const named = code ? languageName(code) : name
  return named ? `${named} ` : ''
}
