import { LINKED_FILES } from '#contract/media-types.ts'

const MANIFESTS = ['m3u8', 'mpd']
/** Alternatives of a regular expression. */
export const MEDIA_EXTENSIONS = [...MANIFESTS, ...LINKED_FILES].join('|')
const EXTENSION = new RegExp(`\\.(${MEDIA_EXTENSIONS})/?$`, 'i')
/** Smooth Streaming servers also make lists of HLS and DASH. */
const OTHER_LIST = /\.isml?\/manifest\(format=(m3u8|mpd)[^()/]{0,99}\)$/i

/** The extension of a link to a media file or a playlist, in lower case. The link may be relative. */
export function mediaExtension(link: string): string | undefined {
  const path = link.split(/[?#]/, 1)[0]!
  return (EXTENSION.exec(path) ?? OTHER_LIST.exec(path))?.[1]?.toLowerCase()
}

export const isManifest = (link: string): boolean => MANIFESTS.includes(mediaExtension(link) ?? '')
