type MediaFile = {
  kind: 'video' | 'audio' | 'image'
  /** We send the first one. Other sites may send any. */
  types: readonly [string, ...string[]]
  /** A link of this extension in a page is media. Others are also code or parts of playlists, as `.ts`. */
  isLinked: boolean
  /** Shows publish their episodes in it. */
  isEpisode: boolean
}

/** By extension. Of those with the same type, the first one counts. */
const rows: Record<string, MediaFile> = {
  mp4: { kind: 'video', types: ['video/mp4', 'application/mp4'], isLinked: true, isEpisode: true },
  m4v: { kind: 'video', types: ['video/mp4', 'video/x-m4v'], isLinked: true, isEpisode: true },
  mov: { kind: 'video', types: ['video/quicktime'], isLinked: true, isEpisode: true },
  qt: { kind: 'video', types: ['video/quicktime'], isLinked: false, isEpisode: false },
  webm: { kind: 'video', types: ['video/webm'], isLinked: true, isEpisode: false },
  mkv: { kind: 'video', types: ['video/x-matroska'], isLinked: true, isEpisode: false },
  flv: { kind: 'video', types: ['video/x-flv'], isLinked: true, isEpisode: false },
  f4v: { kind: 'video', types: ['video/x-f4v'], isLinked: false, isEpisode: false },
  ts: { kind: 'video', types: ['video/mp2t'], isLinked: false, isEpisode: false },
  m2ts: { kind: 'video', types: ['video/mp2t'], isLinked: false, isEpisode: false },
  mts: { kind: 'video', types: ['video/mp2t'], isLinked: false, isEpisode: false },
  '3gp': { kind: 'video', types: ['video/3gpp'], isLinked: true, isEpisode: false },
  '3g2': { kind: 'video', types: ['video/3gpp2'], isLinked: false, isEpisode: false },
  ogv: { kind: 'video', types: ['video/ogg'], isLinked: true, isEpisode: false },
  avi: { kind: 'video', types: ['video/x-msvideo'], isLinked: true, isEpisode: false },
  mpg: { kind: 'video', types: ['video/mpeg'], isLinked: true, isEpisode: false },
  mpeg: { kind: 'video', types: ['video/mpeg'], isLinked: true, isEpisode: false },
  wmv: { kind: 'video', types: ['video/x-ms-wmv'], isLinked: true, isEpisode: false },
  asf: { kind: 'video', types: ['video/x-ms-asf'], isLinked: false, isEpisode: false },
  m4a: { kind: 'audio', types: ['audio/mp4', 'audio/x-m4a'], isLinked: true, isEpisode: true },
  m4b: { kind: 'audio', types: ['audio/mp4', 'audio/x-m4b'], isLinked: true, isEpisode: true },
  mp3: { kind: 'audio', types: ['audio/mpeg'], isLinked: true, isEpisode: true },
  aac: { kind: 'audio', types: ['audio/aac'], isLinked: true, isEpisode: true },
  ogg: { kind: 'audio', types: ['audio/ogg', 'application/ogg'], isLinked: true, isEpisode: true },
  oga: { kind: 'audio', types: ['audio/ogg'], isLinked: true, isEpisode: true },
  opus: { kind: 'audio', types: ['audio/ogg'], isLinked: true, isEpisode: true },
  weba: { kind: 'audio', types: ['audio/webm'], isLinked: false, isEpisode: false },
  wav: { kind: 'audio', types: ['audio/wav', 'audio/x-wav'], isLinked: true, isEpisode: true },
  flac: { kind: 'audio', types: ['audio/flac'], isLinked: true, isEpisode: true },
  aiff: { kind: 'audio', types: ['audio/x-aiff'], isLinked: false, isEpisode: false },
  aif: { kind: 'audio', types: ['audio/x-aiff'], isLinked: false, isEpisode: false },
  caf: { kind: 'audio', types: ['audio/x-caf'], isLinked: false, isEpisode: false },
  au: { kind: 'audio', types: ['audio/basic'], isLinked: false, isEpisode: false },
  wma: { kind: 'audio', types: ['audio/x-ms-wma'], isLinked: true, isEpisode: false },
  mka: { kind: 'audio', types: ['audio/x-matroska'], isLinked: false, isEpisode: false },
  ac3: { kind: 'audio', types: ['audio/ac3', 'audio/vnd.dolby.dd-raw'], isLinked: false, isEpisode: false },
  amr: { kind: 'audio', types: ['audio/amr'], isLinked: false, isEpisode: false },
  jpg: { kind: 'image', types: ['image/jpeg'], isLinked: false, isEpisode: false },
  jpeg: { kind: 'image', types: ['image/jpeg'], isLinked: false, isEpisode: false },
  png: { kind: 'image', types: ['image/png'], isLinked: false, isEpisode: false },
  webp: { kind: 'image', types: ['image/webp'], isLinked: false, isEpisode: false },
  gif: { kind: 'image', types: ['image/gif'], isLinked: false, isEpisode: false },
  avif: { kind: 'image', types: ['image/avif'], isLinked: false, isEpisode: false },
}

const mediaFiles = new Map(Object.entries(rows))

const named = (isWanted: (file: MediaFile) => boolean): string[] =>
  [...mediaFiles].flatMap(([extension, file]) => (isWanted(file) ? extension : []))

export const AUDIO_FILES: ReadonlySet<string> = new Set(named(({ kind }) => kind === 'audio'))
export const MEDIA_FILES: ReadonlySet<string> = new Set(named(({ kind }) => kind !== 'image'))
export const LINKED_FILES = named(({ isLinked }) => isLinked)
export const EPISODE_FILES = named(({ isEpisode }) => isEpisode)

export function mediaTypeOf(extension: string): string | undefined {
  return mediaFiles.get(extension)?.types[0]
}

export function extensionOf(mediaType: string): string | undefined {
  return named(({ types }) => types.includes(mediaType))[0]
}

export const isImageFile = (extension: string): boolean => isImageType(mediaTypeOf(extension) ?? '')

/** One that every browser shows, and that runs nothing. */
export const isImageType = (type: string): boolean =>
  type.startsWith('image/') && extensionOf(type) !== undefined

/** Sites often confuse the media types of one group, and the first bytes do not tell its members apart. */
const FAMILIES = [
  'mp4 m4v m4a m4b mov qt f4v 3gp 3g2',
  'webm weba mkv mka',
  'ogg oga ogv opus spx',
  'ts m2ts mts',
  'mpg mpeg vob',
  'wmv wma asf',
  'aiff aif aifc',
  'ac3 eac3 ec3',
  'mp3 mp2 mpga',
  'jpg jpeg',
].map((family) => family.split(' '))

export function isSameKind(one: string, other: string): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other))
}

/**
 * `container` stays within its family or for an unknown type: many sites serve M4A audio as video/mp4, and
 * YouTube serves WebM with Opus audio as audio/webm (.weba).
 */
export function savedExtension(container: string, mediaType: string): string {
  const served = extensionOf(mediaType)
  return served === undefined || isSameKind(container, served) ? container : served
}
