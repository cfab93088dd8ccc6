import { linesOf } from '../lines.ts'
import { hasTrait, type Extraction, type Rendition } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import { refOf } from '../engine/merge.ts'
import { MAX_FILE_BYTES, MAX_GIF_SECONDS } from '../limits.ts'
import { audioRows } from './audio-formats.ts'
import { videoContainer, isAtHome, type Track } from './containers.ts'
import {
  audioRate,
  audioTrack,
  bestByLanguage,
  planBase,
  resolutionOf,
  soundRank,
  videoCodec,
  videoTrack,
  withKey,
  type FormatRow,
} from './format-row.ts'
import {
  estimate,
  maxBodyBytes,
  sizeOf,
  soundSize,
  sum,
  usualSize,
  withKnownFacts,
  type Item,
} from './known-facts.ts'
import { deduplicate, rank, suggest } from './rank.ts'
import { planOf } from './row-plan.ts'
import { withSecondSound } from './second-sound.ts'
import { usualPicture } from './usual-picture.ts'

export type Catalogue = {
  rows: FormatRow[]
  /** Heights that are missing because their files would be above MAX_FILE_BYTES; the largest first. */
  tooLarge: number[]
  maxBytes: number
}

export function catalogueOf(extraction: Extraction): Catalogue {
  const item = withKnownFacts(extraction)
  const videos = item.renditions.filter(({ kind }) => tracksOf[kind].picture)
  const sounds = item.renditions.filter(({ kind }) => kind === 'audio')
  const main = mainVersion(videos, sounds.length > 0)
  // The song that a post names as its music can differ from the sound of the video in the post. The song is
  // offered as audio, but it is never merged with the video.
  const songs = sounds.filter((sound) => hasTrait(sound, 'post_sound'))
  const speech = sounds.filter((sound) => !songs.includes(sound))
  const audios = withoutCopies(speech, videos, main)
  const originals = audios.filter((audio) => audio.original)
  // If the site marks all audio as dubs, all audio is treated as original.
  const own = originals.length > 0 ? originals : audios
  const ofFilm = own.filter((audio) => audio.version === main)
  const dubs = audios.filter((audio) => !own.includes(audio))
  const ofMain = videos.filter((video) => video.version === main && !isForeign(video, videos, audios))
  const others = videos.filter((video) => !ofMain.includes(video))
  const { kept, tooLarge } = withinLimit([
    ...ofMain.flatMap((video) => videoRows(item, video, ofFilm.length > 0 ? ofFilm : own)),
    ...dubRows(item, ofMain, originals, dubs),
    ...otherRows(item, others, speech),
    ...audioRows(item, { videos: ofMain, main, audios, songs }),
  ])
  const rows = suggest(rank(deduplicate(kept), main), main).map((row) => {
    const isUnknown = row.filesize === null && tracksOf[row.group].picture && !row.converted
    return isUnknown ? { ...row, ...usualSize(row, item.seconds) } : row
  })
  return { rows: withOwnKeys(rows), tooLarge, maxBytes: maxBodyBytes(item) }
}

/** What the suggested file is made of: a picture and a sound, or one of them. */
export function suggestedRenditions(extraction: Extraction): Rendition[] {
  const make = catalogueOf(extraction).rows.find(({ suggested }) => suggested)?.make
  if (!make) return []
  const ids = make.by === 'link' ? [make.rendition.id] : [make.plan.video?.id, make.plan.audio?.id]
  return extraction.renditions.filter(({ id }) => ids.includes(id))
}

/**
 * yt-dlp lists its best picture last. A picture without a name is the version that a site does not mention.
 * The view of the slides of a talk can be silent.
 */
function mainVersion(videos: Rendition[], hasSound: boolean): string | null {
  const plain = videos.filter((video) => !hasTrait(video, 'audio_description'))
  const heard = plain.filter(({ kind }) => hasSound || tracksOf[kind].sound)
  const usual = heard.length > 0 ? heard : plain
  return usual.some((video) => video.version === null) ? null : (usual.at(-1)?.version ?? null)
}

/**
 * The sound of another version of the picture is left out if the main version has sound of the same kind and
 * language.
 */
function withoutCopies(audios: Rendition[], videos: Rendition[], main: string | null): Rendition[] {
  const kindOf = ({ language, traits }: Rendition) =>
    `${language} ${hasTrait({ traits }, 'audio_description')}`
  const known = new Set(audios.filter((audio) => audio.version === main).map(kindOf))
  const isOfOther = (audio: Rendition) =>
    audio.version !== main && videos.some((video) => video.version === audio.version)
  return audios.filter((audio) => !isOfOther(audio) || !known.has(kindOf(audio)))
}

/**
 * Beside an original picture, a dubbed file or a picture that belongs to the sound of another language,
 * because it is of another cut.
 */
function isForeign(video: Rendition, videos: Rendition[], audios: Rendition[]): boolean {
  if (video.original || !videos.some(({ original }) => original)) return false
  return tracksOf[video.kind].sound || audios.some(({ language }) => language === video.language)
}

/**
 * Of each other version one height is offered: many versions of all heights would make the list too long to
 * read.
 */
function otherRows(item: Item, videos: Rendition[], audios: Rendition[]): FormatRow[] {
  const cuts = Map.groupBy(videos, (video) =>
    [video.version, video.original || video.language, hasTrait(video, 'audio_description')].join(':'),
  )
  return [...cuts.values()].flatMap((cut) => {
    const best = usualPicture(cut)!
    const ofCut = audios.filter((audio) => best.version && audio.version === best.version)
    const inLanguage = (some: Rendition[]) =>
      some.filter((audio) => best.language && audio.language === best.language)
    const originals = audios.filter((audio) => audio.original && !audio.version)
    const own =
      [inLanguage(ofCut), ofCut, inLanguage(audios), originals].find((some) => some.length > 0) ?? []
    return videoRows(item, best, own).slice(0, 1)
  })
}

/** A file that is too large is left out, and with it the picture without sound of the same height. */
function withinLimit(rows: FormatRow[]): { kept: FormatRow[]; tooLarge: number[] } {
  const isMakeable = (row: FormatRow) => row.make.by === 'link' || (row.filesize ?? 0) <= MAX_FILE_BYTES
  const left = rows.filter(isMakeable)
  const heights = new Set(rows.filter((row) => !left.includes(row)).map(({ height }) => height))
  const hasFile = (height: number | null) => left.some((row) => row.group === 'both' && row.height === height)
  const lost = [...heights].filter((height) => !hasFile(height))
  return {
    kept: left.filter((row) => row.group !== 'video' || !lost.includes(row.height)),
    tooLarge: lost.filter((height) => height !== null).toSorted((a, b) => b - a),
  }
}

/** Several formats of unknown quality would have one key, so their ids tell them apart. */
function withOwnKeys(rows: FormatRow[]): FormatRow[] {
  const count = (key: string) => rows.filter((row) => row.key === key).length
  return rows.map((row) =>
    count(row.key) > 1 ? { ...row, key: `${row.key}:${row.id}`, isOneOfMany: true } : row,
  )
}

function videoRows(item: Item, video: Rendition, audios: Rendition[]): FormatRow[] {
  const single = alone(item, video)
  const audio = tracksOf[video.kind].sound ? undefined : bestAudios(video, audios)[0]
  if (!audio) return isGifSource(item, video, audios) ? [single, gif(item, video)] : [single]
  const merge = merged(item, video, audio)
  // The video is offered without audio only if it is a direct file. An HLS or DASH video would need a merge
  // even without audio.
  return video.transport === 'http' ? [merge, single] : [merge]
}

/** Sites call a short video without sound a GIF. A video of unknown duration counts as short. */
function isGifSource(item: Item, video: Rendition, audios: Rendition[]): boolean {
  return (
    video.kind === 'video' &&
    audios.length === 0 &&
    video.transport === 'http' &&
    video.container === 'mp4' &&
    (item.duration ?? 0) <= MAX_GIF_SECONDS
  )
}

function gif(item: Item, video: Rendition): FormatRow {
  const plan = { ...planBase(item), video: refOf(video), audio: null, container: 'gif' as const }
  return withKey({
    ...videoFields(video),
    make: { by: 'plan', plan },
    group: 'video',
    ext: 'gif',
    language: null,
    original: true,
    filesize: null,
    tbr: null,
    abr: null,
    converted: true,
    traits: video.traits,
  })
}

/** Such sound can be of another cut. */
const hasOwnPicture = ({ renditions }: Item, { language }: Rendition): boolean =>
  renditions.some((one) => tracksOf[one.kind].picture && one.language !== null && one.language === language)

/** Each dubbed language is offered with a video of one height only, for the same reason. */
function dubRows(item: Item, videos: Rendition[], originals: Rendition[], dubs: Rendition[]): FormatRow[] {
  const silent = videos.filter(({ kind }) => kind === 'video')
  const own = dubs.filter(({ version }) => !version)
  if (silent.length === 0) return []
  const best = usualPicture(silent)!
  const [audio] = bestAudios(
    best,
    originals.filter(({ version }) => version === best.version),
  )
  return bestAudios(best, own).flatMap((dub) => {
    const isSecond = audio && !hasTrait(dub, 'audio_description') && !hasOwnPicture(item, dub)
    const tracks = isSecond && { video: best, audio, second: dub }
    const pair = tracks ? withSecondSound(merged(item, best, audio), item, tracks) : []
    return [merged(item, best, dub), ...pair]
  })
}

const videoFields = (video: Rendition) => ({
  id: video.id,
  name: video.name,
  version: video.version,
  isLossless: false,
  height: linesOf(video),
  codec: videoCodec(video),
  hdr: video.hdr,
  fps: video.fps,
  vbr: video.vbr,
  resolution: resolutionOf(video),
})

function alone(item: Item, video: Rendition): FormatRow {
  const draft = {
    ...videoFields(video),
    group: video.kind,
    language: video.original ? null : video.language,
    original: video.original,
    ...sizeOf(video, item.seconds),
    tbr: video.tbr,
    abr: video.abr,
    traits: video.traits,
  }
  if (video.transport === 'http')
    return withKey({ ...draft, ext: video.container, make: { by: 'link', rendition: video } })
  const plan = planOf(video, item)
  const play = video.transport === 'hls' && { play: video }
  return withKey({ ...draft, ext: plan.container, make: { by: 'plan', plan, ...play } })
}

function merged(item: Item, video: Rendition, audio: Rendition): FormatRow {
  const container = videoContainer(videoTrack(video), audioTrack(audio))
  const [videoSize, audioSize] = [sizeOf(video, item.seconds), soundSize(audio, item.seconds)]
  const filesize = sum(videoSize.filesize, audioSize.filesize)
  return withKey({
    ...videoFields(video),
    make: {
      by: 'plan',
      plan: { ...planBase(item), video: refOf(video), audio: refOf(audio), container },
      ...playOf(video, audio),
    },
    group: 'both',
    ext: container,
    language: audio.original ? null : audio.language,
    original: audio.original,
    ...(videoSize.about || audioSize.about ? estimate(filesize) : { filesize }),
    tbr: pairRate(video, audio),
    abr: audioRate(audio),
    traits: [...new Set([...video.traits, ...audio.traits])],
  })
}

const isOfPlaylist = (audio: Rendition, video: Rendition) =>
  video.transport === 'hls' && video.manifest !== undefined && audio.manifest === video.manifest

/** The rate of a variant counts the sound of its group (RFC 8216, section 4.3.4.2). */
const pairRate = (video: Rendition, audio: Rendition) =>
  sum(video.tbr, audioRate(audio)) ?? (isOfPlaylist(audio, video) ? video.tbr : null)

/** Not for a dub: a player would start the master playlist with the original audio. */
function playOf(video: Rendition, audio: Rendition): { play?: Rendition } {
  const isPlayable = isOfPlaylist(audio, video) && audio.original
  return isPlayable ? { play: { ...video, url: video.manifest! } } : {}
}

/**
 * Stereo before surround, then audio that fits into the video's own container, then that of the same
 * playlist, because others can be of another broadcast or length, then the same transport, then the bitrate.
 */
function bestAudios(video: Rendition, audios: Rendition[]): Rendition[] {
  const track = videoTrack(video)
  const own = videoContainer(track, null)
  const fits = (audio: Track) =>
    own === 'mp4' && isAtHome(track, null) ? isAtHome(track, audio) : videoContainer(track, audio) === own
  return bestByLanguage(
    audios,
    (audio) =>
      (fits(audioTrack(audio)) ? 1e6 : 0) +
      (isOfPlaylist(audio, video) ? 2e5 : 0) +
      (audio.transport === video.transport ? 1e5 : 0) +
      soundRank(audio),
  )
}
