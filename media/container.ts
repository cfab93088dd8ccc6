import { extensionOf } from '#contract/media-types.ts'
import { plainType } from '#contract/media-answer.ts'

export const AUDIO_FILES = new Set(
  'm4a m4b mp3 aac ac3 ogg oga opus wav flac weba mka aif aiff caf au wma amr'.split(' '),
)
export const MEDIA_FILES = new Set([
  ...AUDIO_FILES,
  ...'mp4 m4v webm mkv mov qt flv f4v ts m2ts mts 3gp 3g2 avi mpg mpeg ogv wmv asf'.split(' '),
])

export function containerOfType(type: string | null): string | undefined {
  const plain = plainType(type)
  const [, subtype] = /^(?:audio|video)\/(?:x-)?([\w-]+)$/.exec(plain) ?? []
  // A media type that `extensionOf` does not know often contains the extension, as in "audio/x-flac".
  return [extensionOf(plain), subtype].find((extension) => extension && MEDIA_FILES.has(extension))
}

/** RFC 6266. */
export function containerOfName(disposition: string | null): string | undefined {
  const [, ext = ''] = /filename\*?=[^;]*\.([a-z\d]{2,4})"?\s*(?:;|$)/i.exec(disposition ?? '') ?? []
  return MEDIA_FILES.has(ext.toLowerCase()) ? ext.toLowerCase() : undefined
}
