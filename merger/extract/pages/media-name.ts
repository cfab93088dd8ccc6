const MANIFESTS = ['m3u8', 'mpd']
const FILES =
  'mp4|m4v|webm|mov|mkv|ogv|avi|wmv|flv|3gp|mpe?g|mp3|m4a|m4b|aac|ogg|oga|opus|flac|wav|wma'.split('|')
/** Alternatives of a regular expression. */
export const MEDIA_EXTENSIONS = [...MANIFESTS, ...FILES].join('|')
const EXTENSION = new RegExp(`\\.(${MEDIA_EXTENSIONS})$`, 'i')

/** The extension of a link to a media file or a playlist, in lower case. The link may be relative. */
export function mediaExtension(link: string): string | undefined {
  return EXTENSION.exec(link.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase()
}

export const isManifest = (link: string): boolean => MANIFESTS.includes(mediaExtension(link) ?? '')
