import type { Rendition } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import {
  audioCodec,
  audioRate,
  bestByLanguage,
  isLosslessSound,
  soundRank,
  withKey,
  type FormatRow,
} from './format-row.ts'
import { MAX_FILE_BYTES } from '../limits.ts'
import { isDecodable } from '../sound.ts'
import { bytesOf, estimate, sizeOf, type Item } from './known-facts.ts'
import { soundPlan } from './row-plan.ts'
import { formRows } from './sound-forms.ts'
import { audioFields, copiedFields, coverBytes } from './sound-row.ts'
import { usualPicture } from './usual-picture.ts'

const MP3_RATES = [128, 192, 256, 320]

type AudioSources = {
  videos: Rendition[]
  /** The version of the picture to which the sound belongs. */
  main: string | null
  audios: Rendition[]
  /** A song can differ from the sound of the video in the post. */
  songs: Rendition[]
}

export function audioRows(item: Item, { videos, main: film, audios, songs }: AudioSources): FormatRow[] {
  const marked = audios.filter((audio) => audio.original)
  const ofFilm = (some: Rendition[]) => some.filter(({ version }) => version === film)
  // If no audio-only rendition contains the original audio, the audio is taken from a video.
  const own = videos.filter((video) => video.original)
  const any = audios.length === 0 ? videos : []
  const combined =
    ofFilm(marked).length === 0 ? (soundingVideo(item, own) ?? soundingVideo(item, any)) : undefined
  const originals = marked.length > 0 || combined ? marked : audios
  const dubs = audios.filter((audio) => !originals.includes(audio))
  const copies = [...originals, ...bestByLanguage(dubs, soundRank), ...songs]
  // If the codec of this audio is unknown, the edge cannot choose a container for the audio without
  // re-encoding. So it offers this audio only as MP3.
  const extracted = combined && audioCodec(combined) !== null ? [combined] : []
  const sources = [
    ...bestByLanguage(ofFilm(originals), sourceRank),
    ...(combined ? [combined] : []),
    ...bestByLanguage(originals, sourceRank),
    ...songs,
  ]
  const source = sources.find(({ acodec }) => isDecodable(acodec))
  const rows = [...copies, ...extracted].map((audio) => copied(item, audio))
  if (!source) return rows
  const conversions = MP3_RATES.map((kbps) => converted(item, source, kbps))
  const main = [...ofFilm(originals), ...extracted].filter(({ language }) => language === source.language)
  const sounds = main.length > 0 ? main : [source]
  // Of two copies of one sound, the file of the site goes first, so it stands last.
  return [...formRows(item, { rows, sounds, source }), ...rows, ...conversions]
}

/** The whole video has to be fetched for its sound. */
function soundingVideo(item: Item, videos: Rendition[]): Rendition | undefined {
  const sounding = videos.filter(
    ({ kind, container, acodec }) => kind === 'both' && container !== 'gif' && isDecodable(acodec),
  )
  return usualPicture(
    sounding.filter((video) => (sizeOf(video, item.seconds).filesize ?? 0) <= MAX_FILE_BYTES),
  )
}

/** Bytes; a larger lossless file would take longer to fetch than its better MP3 is worth. */
const MAX_LOSSLESS_SOURCE = 512 * 1024 ** 2

/** The same sound as in FLAC, only larger and often without tags and cover. */
const UNCOMPRESSED = new Set(['wav', 'aiff'])

function sourceRank(audio: Rendition): number {
  const isUsable =
    isLosslessSound(audio) && (audio.filesize ?? audio.filesize_approx ?? 0) <= MAX_LOSSLESS_SOURCE
  return (isUsable ? 1e6 : 0) - (UNCOMPRESSED.has(audio.container) ? 1e5 : 0) + soundRank(audio)
}

function copied(item: Item, source: Rendition): FormatRow {
  const fields = copiedFields(item, source)
  if (!tracksOf[source.kind].picture && source.transport === 'http')
    return withKey({ ...fields, ext: source.container, make: { by: 'link', rendition: source } })
  const plan = soundPlan(source, item)
  return withKey({ ...fields, ext: plan.container, make: { by: 'plan', plan } })
}

function converted(item: Item, source: Rendition, kbps: number): FormatRow {
  const sourceRate = audioRate(source)
  const { seconds } = item
  return withKey({
    ...audioFields(source),
    isLossless: false,
    make: { by: 'plan', plan: { ...soundPlan(source, item), container: 'mp3', kbps } },
    ext: 'mp3',
    codec: 'mp3',
    ...estimate(seconds === null ? null : bytesOf(kbps, seconds) + coverBytes(item)),
    tbr: kbps,
    abr: kbps,
    converted: true,
    ...(sourceRate !== null &&
      sourceRate < kbps && { above_source: true, sourceKbps: Math.round(sourceRate) }),
  })
}
